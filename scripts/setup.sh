#!/bin/sh
# Makes .venv, installs gpuarray there with the given extras, sees to a WebGPU adapter.
# Usage: sh scripts/setup.sh EXTRA[,EXTRA...]      Called by demo.sh, test.sh and check.
# PYTHON names the interpreter to use; without it the first of Python 3.11 or newer.
set -eu

extras=$1
root=$(cd "$(dirname "$0")/.." && pwd -P)
venv=$root/.venv
python=$venv/bin/python

say() { printf '%s\n' "gpuarray: $*" >&2; }
die() { say "$@"; exit 1; }

recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for name in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11
    do
        if recent "$name"; then command -v "$name"; return; fi
    done
    found=$(python3 --version 2>&1) || found="no python3"
    die "Python 3.11 or newer is needed; found: $found." \
        "Install one (Debian, Ubuntu: apt-get install python3.11 python3.11-venv)" \
        "or name one: PYTHON=/path/to/python sh scripts/demo.sh"
}

apt_install() { # PACKAGE...: as root or through sudo, or says what is missing
    sudo=
    if ! command -v apt-get >/dev/null; then
        die "please install: $*"
    elif [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            die "please install, as root: apt-get install $*"
        elif sudo -n true 2>/dev/null; then
            sudo="sudo -n"
        elif [ -t 0 ]; then
            sudo="sudo"
        else
            die "please install: sudo apt-get install $*"
        fi
    fi
    say "installing $* with apt-get ..."
    apt_get() {
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq \
            -o DPkg::Lock::Timeout=300 "$@" </dev/null >/dev/null
    }
    apt_get update || say "apt-get update failed; trying with the lists at hand"
    apt_get install -y --no-install-recommends "$@" ||
        die "apt-get could not install $*; please install it, then run this again"
}

make_venv() {
    base=$(find_python)
    if ! "$base" -c 'import ensurepip, venv' 2>/dev/null; then
        apt_install "$("$base" -c \
            'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    fi
    say "making .venv with $("$base" --version) ($base)"
    "$base" -m venv --clear "$venv"
}

install_package() {
    say "installing gpuarray[$extras] into .venv; a minute or so the first time ..."
    "$python" -m pip --version >/dev/null 2>&1 || "$python" -m ensurepip >/dev/null
    "$python" -m pip install --quiet --disable-pip-version-check \
        --editable "${root}[$extras]" || die "pip could not install gpuarray[$extras]"
    printf '%s\n' "$key" >"$stamp"
}

# A device is really made: an adapter may be listed and not work. wgpu may offer OpenGL
# where Vulkan is missing, which lacks what WebGPU promises.
find_adapter() {
    "$python" -I - <<'END' 2>&1
import sys
import wgpu
try:
    adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
    adapter.request_device_sync()
except Exception as error:
    sys.exit(str(error))
if adapter.info["backend_type"] == "OpenGL":
    sys.exit(f"only OpenGL: {adapter.summary}")
END
}

# libwayland, which Vulkan drivers load, complains on stderr where this is not set.
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$venv}"

if ! recent "$python"; then make_venv; fi

# Installs again when pyproject.toml, the extras or the folder changed.
stamp=$venv/.gpuarray-$extras
key="$(cksum <"$root/pyproject.toml") $root"
if [ "$(cat "$stamp" 2>/dev/null)" != "$key" ] ||
    ! "$python" -I -c 'import numpy, wgpu' 2>/dev/null; then
    install_package
fi

if ! reason=$(find_adapter); then
    say "no usable WebGPU adapter: $(printf '%s\n' "$reason" | tail -n 1 | sed 's/^ *//')"
    apt_install mesa-vulkan-drivers libvulkan1
    reason=$(find_adapter) || die "still no usable WebGPU adapter: $reason"
fi
