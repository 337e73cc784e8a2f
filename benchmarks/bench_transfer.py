"""Upload and download, beside a copy on the host."""

from side import libraries, run, sizes, upload, values

import gpuarray


@sizes
@libraries
def test_upload(benchmark, library, n):
    host = values(n)
    put = host.copy if library == "numpy" else lambda: gpuarray.asarray(host)
    run(benchmark, library, put, host.nbytes)


@sizes
@libraries
def test_download(benchmark, library, n):
    host = values(n)
    _, (x,) = upload(library, host)
    get = x.copy if library == "numpy" else x.get
    run(benchmark, library, get, host.nbytes)


@sizes
@libraries
def test_one_item(benchmark, library, n):
    _, (x,) = upload(library, values(n))
    run(benchmark, library, lambda: float(x[n // 2]), 4)
