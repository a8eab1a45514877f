const mixIn = (state: number, code: number, factor: number): number => Math.imul(state ^ code, factor);

/** Spreads the bits of a state over all of it. */
const avalanche = (state: number): number => {
  const once = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97);
  return (twice ^ (twice >>> 15)) >>> 0;
};

/** Returns an evenly distributed number in [0, 1) that depends only on the seed and the id. For sampling, not for secrets. */
export function seededHash(id: string, seed: number): number {
  let high = avalanche(seed);
  let low = avalanche(seed + 1);
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index);
    high = mixIn(high, code, 0x01000193);
    low = mixIn(low, code + index, 0x5bd1e995);
  }
  return (avalanche(high) * 0x20_0000 + (avalanche(low ^ high) >>> 11)) / 2 ** 53;
}
