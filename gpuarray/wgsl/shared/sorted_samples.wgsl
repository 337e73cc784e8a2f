// The keys of sorted items, and of every `apart`-th one in workgroup memory: at most 8 KiB.
//
// needs: const WG, KEY; items, params.first_item, params.n, params.apart; fn key (key_*)
var<workgroup> samples: array<u32, 2048>;

fn item(k: u32) -> vec2u {
    let at = KEY * (params.first_item + k);
    if KEY == 1u { return key(items[at], 0u); }
    return key(items[at], items[at + 1u]);
}

fn sample(k: u32) -> vec2u {
    if KEY == 1u { return vec2u(samples[k], 0u); }
    return vec2u(samples[2u * k], samples[2u * k + 1u]);
}

fn take_samples(lid: u32) {
    for (var k = lid; k < params.n / params.apart; k += WG) {
        let found = item((k + 1u) * params.apart - 1u);
        samples[KEY * k] = found.x;
        if KEY == 2u { samples[KEY * k + 1u] = found.y; }
    }
    workgroupBarrier();
}
