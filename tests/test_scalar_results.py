"""Which results stand for scalars: those that are scalars of NumPy's, no others."""

import re

import numpy as np
import pytest
from compare import to_device

import gpuarray
from gpuarray.runtime.dispatch import FUNCTIONS

# Names without a prefix are NumPy's; v, i, k are vectors, m and p matrices, z, zi, zc
# and zr arrays of no axes, y and yi places for results, c is complex, r records.
CALLS = """
argmax(i); argmin(i); argmax(m, 0); i.argmax(); i.argmin(); argmax(z); argmax(v[0])
argmax(i, keepdims=True)
i@i; matmul(v, v); dot(v, v); v.dot(v); inner(v, v); vdot(v, v); vecdot(v, v); dot(z, z)
dot(z, v[0]); dot(v[0], v[0]); inner(z, z); inner(v[0], v[0]); vdot(m, m)
matvec(m, k); vecmat(k, m); outer(v, v); tensordot(v, v, 1); tensordot(z, z, 0)
kron(z, z); kron(v[0], v[0]); cross(v[:2], v[:2]); cross(v, v)
einsum('i,i', v, v); einsum('i->', v); einsum('ii', m); einsum(',', z, z)
einsum('i->i', v); einsum('', z); einsum('...', z)
linalg.multi_dot([v, p, v]); linalg.multi_dot([v, v]); linalg.vecdot(v, v)
linalg.matmul(v, v); linalg.tensordot(v, v, axes=1)
linalg.norm(v); linalg.norm(m); linalg.norm(m, 2); linalg.norm(m, 'nuc')
linalg.norm(v, 3); linalg.norm(v, 0); linalg.norm(v, np.inf); linalg.vector_norm(v)
linalg.matrix_norm(m); linalg.cond(m); linalg.cond(m, 1); linalg.cond(m, 'fro')
linalg.cond(m, -2); linalg.det(m); linalg.slogdet(m); linalg.matrix_rank(m)
linalg.trace(m); trace(m); m.trace()
linalg.solve(m, k); linalg.lstsq(m, k, None); linalg.svdvals(m)
linalg.matrix_power(m, 2); linalg.inv(m); linalg.outer(v, v)
take(i, 1); i.take(1); take(i, z.astype(int)); take(i, i[0]); take(m, 1, 0); take(z, 0)
take(i, [1]); take(i, 1, mode='clip'); take_along_axis(v, i, 0)
median(v); median(m, 0); median(z); nanmedian(v); nanmedian(z); quantile(v, .5)
quantile(v, [.5]); quantile(v, z/2); quantile(v, v[0]/9); quantile(m, .5, axis=0)
percentile(v, 50); percentile(v, 50, method='lower'); nanquantile(v, .5)
nanpercentile(v, 50); nanargmax(v); nanargmin(v); nanargmax(m, 0)
median(v, keepdims=True); quantile(z, .5); percentile(v, 50, method='inverted_cdf')
nanmedian(m, 1); percentile(i, 50)
median(v, out=y); percentile(v, 50, out=y); sum(v, out=y); take(v, 1, out=y)
argmax(v, out=yi); choose(0, [v[0], v[1]], y); nanmedian(v, out=y); nanmax(v, out=y)
mean(v, out=y)
searchsorted(v, 1.5); searchsorted(v, z); searchsorted(v, v[0]); v.searchsorted(2)
searchsorted(v, v); digitize(1.5, v); digitize(z, v); digitize(v[0], v); digitize(v, v)
interp(.5, v, v); interp(z, v, v); interp(v[0], v, v); interp(v, v, v)
choose(0, [v[0], v[1]]); choose(i[1]-2, [v[0], v[1]]); choose(0, v); choose(0, m)
choose(zi, [z, z])
nan_to_num(v[0]); nan_to_num(z); nan_to_num(v); nan_to_num(c[0])
ravel_multi_index((1, 1), (2, 2)); ravel_multi_index((i[0], i[1]), (9, 9))
ravel_multi_index((zi, zi), (9, 9)); ravel_multi_index((i, i), (9, 9))
unravel_index(1, (2, 2)); unravel_index(i[0], (2, 2)); unravel_index(zi, (2, 2))
v[0].T; v[0].reshape(()); v[0].real; v[0].imag; c[0].real; c[0].imag; c[0].conj()
v[0].conj(); c[0].conjugate(); z.conj(); v[0].transpose(); v[0].squeeze()
v[0].view('i8'); v[0].view(); v[0].astype('f4'); v[0].copy(); v[0].ravel()
v[0].flatten(); z.T; z.reshape(()); z.squeeze(); z.copy(); z.astype('f4'); z.view('i8')
z.real; z.imag; zc.real; zc.imag; z[()]; z[...]; v[0][()]; v[0][...]; v[0][None]; +z; -z
z+1; z+z; abs(z); z.round(1); v[0].round(1); z.clip(0, 1); v[0].clip(0, 1); v[...]; v[1]
m[0]; m[0,1]; v[0].take(0); v[0].sum(); v[0].argmax(); v[0].cumsum(); v[0].repeat(2)
v[0].flat[0]; v.flat[0]; z.flat[0]; z.flat[:]; v[0].compress([True]); z.dot(z)
v.reshape(-1)[0]; r[0]; r[0].T; r[0].copy(); r[0]['x']; r['x'][0]; r[0].reshape(())
r[0].squeeze(); r[0].view(r.dtype); zr[()]; zr['x']; r[0].astype(r.dtype); copy(r[0])
copy(v[0]); copy(z); copy(v); array(v[0]); asarray(v[0]); asanyarray(v[0])
ascontiguousarray(v[0]); asfortranarray(v[0]); require(v[0]); array(z); asarray(z)
astype(v[0], 'f4'); astype(z, 'f4'); astype(v[0], 'f8'); require(z)
zeros_like(v[0]); ones_like(v[0]); empty_like(v[0]); full_like(v[0], 1); zeros_like(z)
full_like(z, 1); ones_like(z); empty_like(z)
reshape(v[0], ()); reshape(v[:1], ()); reshape(z, ()); ravel(v[0]); expand_dims(v[0], 0)
squeeze(v[0]); squeeze(v[:1]); squeeze(z); broadcast_to(v[0], ()); broadcast_to(z, ())
broadcast_arrays(v[0], z); broadcast_arrays(v[0], v[0]); atleast_1d(v[0])
atleast_2d(v[0]); atleast_3d(v[0]); transpose(v[0]); transpose(z); matrix_transpose(m)
moveaxis(v[0], (), ()); moveaxis(z, (), ()); rollaxis(m, 1); swapaxes(m, 0, 1)
flip(v[0]); flip(z); flip(v[0], ()); fliplr(m); flipud(v); rot90(m); roll(v[0], 1)
roll(z, 1); roll(v, 1)
sum(v); prod(v); max(v); amax(v); min(v); amin(v); any(v); all(v); count_nonzero(v)
ptp(v); v.mean(); mean(v); var(v); std(v); average(v); average(v, weights=v)
average(v, weights=v, returned=True); average(v, returned=True); average(m, axis=0)
average(z); sum(z); sum(v[0]); mean(z); std(z); var(v[0]); ptp(z); any(z)
count_nonzero(m, 0); count_nonzero(z); count_nonzero(v, keepdims=True)
cumsum(v); cumsum(z); cumprod(v[0]); cumulative_sum(v); cumulative_prod(v)
add.reduce(v); add.accumulate(v); add.reduceat(v, [0]); add.outer(z, z)
add.outer(v[0], v[0]); multiply.outer(v, v); maximum.reduce(v); logical_and.reduce(v)
add.reduce(z); subtract.reduce(v); hypot.reduce(v)
nansum(v); nanprod(v); nanmax(v); nanmin(v); nanmean(v); nanvar(v); nanstd(v)
nancumsum(v); nancumprod(v); nansum(z); nanmean(z); nanstd(z); nanmax(z); nanmin(v[0])
nanmax(m, 0)
sin(z); sin(v[0]); modf(z); frexp(z); divmod(z, z); divmod(v[0], 2); clip(z, 0, 1)
clip(v[0], 0, 1); round(z); round(v[0]); around(z); fix(z); fix(v[0]); where(z, z, z)
where(v[0], 1, 2); where(True, v[0], v[0]); select([z > 0], [z])
select([v[0] > 0], [v[0]]); piecewise(z, [z > 0], [1, 2])
piecewise(v[0], [v[0] > 0], [1, 2]); extract(z > 0, z); compress([True], v)
sinc(z); sinc(v[0]); i0(z); i0(v[0]); angle(c[0]); angle(zc); angle(z); real(c[0])
real(v[0]); real(z); imag(c[0]); imag(zc); imag(v[0]); imag(z); iscomplex(c[0])
iscomplex(zc); isreal(v[0]); isreal(z); isreal(c[0]); iscomplex(v[0]); iscomplex(z)
iscomplexobj(z); real_if_close(c[0]); real_if_close(zc); real_if_close(v[0])
real_if_close(z); isposinf(v[0]); isposinf(z); isneginf(v[0]); isneginf(z)
isclose(v[0], v[0]); isclose(z, z); isclose(z, 1); isclose(v, v)
lib.scimath.sqrt(z); lib.scimath.sqrt(v[0]); lib.scimath.log(z); lib.scimath.log(v[0])
lib.scimath.log10(z); lib.scimath.log2(z); lib.scimath.logn(2, z)
lib.scimath.logn(z, z); lib.scimath.power(z, 2); lib.scimath.power(v[0], v[0])
lib.scimath.arccos(z); lib.scimath.arcsin(z); lib.scimath.arctanh(z)
lib.scimath.sqrt(-v[1])
trapezoid(v); trapezoid(m); trapezoid(v, v); diff(v); ediff1d(v); gradient(v); unwrap(v)
convolve(v, v, 'valid'); correlate(v, v); cov(v); cov(v, v); cov(m); corrcoef(v)
corrcoef(v, v); corrcoef(m); interp(2, v, v, left=z)
diagonal(m); diag(m); diagflat(v[0]); tril(m); triu(m); concatenate([v, v])
stack([v[0], v[0]]); stack([z, z]); vstack([z, z]); hstack([z, z]); dstack([z])
column_stack([v]); block(v[0]); block(z); block([v[0], z]); append(v, 1); append(z, z)
insert(v, 0, 1); delete(v, 0); delete(v, i[1]); trim_zeros(v); resize(v, ())
resize(v, 2); resize(z, 2); repeat(v[0], 2); tile(v[0], 2); tile(v[0], ()); tile(z, ())
pad(z, 0); pad(v[0], 0); pad(v, 1)
polyval(v, 2); polyval(v, z); polyval(v, v[0]); polyval([2, 1], v[0])
polyval([2, 1], z); polyval(v, v); polyadd(v, v); polyadd(v[0], v[0]); polyadd(z, z)
polysub(z, z); polysub(v, v[0]); polymul(v[0], v[0]); polymul(v, v); polyder(v)
polyint(v); polydiv(v, v); polydiv(v, v[0]); poly(v); poly(m); poly(v[:0]); roots(v)
polyfit(v, v, 1); vander(v)
sort(v); argsort(v); sort_complex(v); lexsort((v, v)); lexsort((z,)); lexsort((v[0],))
lexsort(v); partition(v, 1); argpartition(v, 1); argsort(z); argsort(v[0])
searchsorted(v, 1, sorter=argsort(v))
unique(v); unique(v[0]); unique(z); unique(v, return_index=True); unique_all(z)
union1d(v, v); intersect1d(v, v); setxor1d(v, v); setdiff1d(v, v); isin(v[0], v)
isin(z, v); isin(1, v); isin(v, v); isin(v[0], v, invert=True); isin(i[0], i)
isin(zi, i); isin(i[0], i, kind='sort'); isin(z, [])
bincount(i); histogram(v); histogram_bin_edges(v); histogram2d(v, v); histogramdd(m)
packbits(i > 1); unpackbits(i.astype('u1')); nonzero(v); flatnonzero(v); argwhere(v)
argwhere(z); ix_(i); meshgrid(v); meshgrid(v[0], v[0]); meshgrid(z, sparse=True)
linspace(v[0], v[1], 3); linspace(v[0], 2, 1); linspace(z, z, 0)
logspace(v[0], v[1], 3); geomspace(v[0], v[1], 3); arange(v[1]); full((), v[0], like=v)
full(2, v[0], like=v); zeros((), like=v); ones((), like=v); empty((), like=v)
array(1.5, like=v); asarray(1, like=v)
apply_along_axis(max, 0, v); apply_along_axis(sum, 0, m); apply_over_axes(sum, m, [0])
apply_over_axes(sum, v, 0); array_split(v, 2); split(v, [1]); unstack(m); unstack(v)
hsplit(v, 1); vsplit(m, 1); broadcast_arrays(v, 1)
fft.fft(v); fft.fftshift(v); lib.stride_tricks.sliding_window_view(v, 2)
lib.recfunctions.structured_to_unstructured(r[0])
lib.recfunctions.structured_to_unstructured(r); lib.recfunctions.repack_fields(r[0])
lib.recfunctions.repack_fields(zr); lib.recfunctions.require_fields(r, r.dtype)
equal(z, z); z==z; z!=1; v[0]==v[0]; v[0]==1; z<1; logical_not(z); isnan(z); isnan(i[0])
isfinite(zi); positive(z); rint(i[0]); floor(i[0]); floor(zi); conjugate(z)
conjugate(c[0]); power(z, 2); power(z, 0); power(v[0], 1); square(z); sign(z)
add(z, 1, out=y); add(z, 1, where=True); add(z, 1, where=np.True_); add(z, z, where=z>0)
modf(z, out=(y, y)); matmul(v, v, out=y); frexp(v[0]); z**2; v[0]**0; z//1
"""
# Functions that give no 0-d result, or the same as one in the table.
OTHERS = """
    eye identity ifftshift ifft rfft irfft hfft ihfft fftn ifftn fft2 ifft2 rfftn irfftn
    rfft2 irfft2 cholesky qr tensorinv tensorsolve eig eigvals eigh eigvalsh svd pinv
    merge_arrays stack_arrays join_by unstructured_to_structured rename_fields
    assign_fields_by_name recursive_fill_fields drop_fields append_fields
    apply_along_fields shape ndim size put put_along_axis isrealobj einsum_path
    fill_diagonal diag_indices_from tril_indices_from triu_indices_from frombuffer
    fromfile fromstring fromiter loadtxt genfromtxt result_type can_cast place putmask
    copyto unique_counts unique_inverse unique_values shares_memory may_share_memory
    min_scalar_type common_type dsplit array2string array_repr array_str
    allclose array_equal array_equiv
"""
LINES = CALLS.strip().splitlines()


class Names(dict):
    """What the calls name: the arrays, and what NumPy has."""

    def __init__(self, xp):
        put = (lambda x: x) if xp is np else to_device
        record = [("x", "i4"), ("y", "f4")]
        made = {
            "v": [1.0, 2.0, 4.0], "k": [1.0, 2.0], "m": [[1.0, 2.0], [3.0, 5.0]],
            "i": [0, 2, 1], "p": np.eye(3), "c": [1 + 2j, 3], "z": 1.5, "zi": 1,
            "zc": 1 + 2j, "y": 0.0, "yi": 0, "r": np.array([(1, 2.0)], record),
            "zr": np.array((1, 2.0), record),
        }  # fmt: skip
        super().__init__({name: put(np.array(x)) for name, x in made.items()})

    def __missing__(self, name):
        if name == "np":
            return np
        if name == "int":
            raise KeyError(name)  # Python's
        return getattr(np, name)


def kinds(value):
    """What a result is, without its items."""
    if isinstance(value, (tuple, list)):
        return [kinds(item) for item in value]
    if isinstance(value, gpuarray.GPUArray):
        return "scalar" if value._scalar else value.shape
    if isinstance(value, np.generic):
        return "scalar"
    return value.shape if isinstance(value, np.ndarray) else type(value)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line", LINES)
def test_scalars_are_where_numpy_has_them(line):
    for call in line.split("; "):
        wanted, got = (kinds(eval(call, {}, Names(xp))) for xp in (np, gpuarray))
        assert got == wanted, call


def test_every_function_is_looked_at():
    names = {function.__name__ for function in FUNCTIONS}
    called = set(re.findall(r"(\w+)\(", CALLS))
    assert names - called == set(OTHERS.split())


@pytest.mark.parametrize(
    "call", ["i.argmax()", "i @ i", "median(v)", "searchsorted(v, 2)", "take(v, 1)",
             "einsum('...', z)", "v[0].T", "add(z, z, where=z > 0)"]
)  # fmt: skip
def test_a_result_keeps_its_value(call):
    names = Names(gpuarray)
    first = second = eval(call, {}, names)
    before = first.get()
    second += 5
    names["z"][...] = 9
    assert first.get() == before
    assert second.get() == before + 5
    with pytest.raises(TypeError):
        first[...] = 1
