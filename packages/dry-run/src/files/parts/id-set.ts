const initialSize = 1 << 12;
const beyondAscii = 0x80;

/**
 * Stores ids as 53-bit hashes, so that a million fit into a few megabytes. It never misses an id; among millions it very rarely confuses
 * two. Only ASCII ids are stored.
 */
export class IdSet {
  private table = new Float64Array(initialSize);
  private count = 0;

  /** Returns `false` if the id is not ASCII, and therefore not stored. */
  addBytes(bytes: Uint8Array, from: number, to: number): boolean {
    let [high, low] = [0, 0];
    for (let at = from; at < to; at++) {
      const code = bytes[at] as number;
      if (code >= beyondAscii) return false;
      high = mixIn(high, code, 0x01000193);
      low = mixIn(low, code + at - from, 0x5bd1e995);
    }
    this.add(joinHalves(high, low));
    return true;
  }

  has(id: string): boolean {
    let [high, low] = [0, 0];
    for (let at = 0; at < id.length; at++) {
      const code = id.charCodeAt(at);
      if (code >= beyondAscii) return false;
      high = mixIn(high, code, 0x01000193);
      low = mixIn(low, code + at, 0x5bd1e995);
    }
    const hash = joinHalves(high, low);
    return this.table[this.slotOf(hash)] === hash;
  }

  private add(hash: number): void {
    const place = this.slotOf(hash);
    if (this.table[place] === hash) return;
    this.table[place] = hash;
    this.count += 1;
    if (2 * this.count < this.table.length) return;
    const old = this.table;
    this.table = new Float64Array(2 * old.length);
    for (const each of old) if (each !== 0) this.table[this.slotOf(each)] = each;
  }

  /** Returns the slot in which the hash is, or would be. */
  private slotOf(hash: number): number {
    const { table } = this;
    const mask = table.length - 1;
    let place = hash & mask;
    while (table[place] !== 0 && table[place] !== hash) place = (place + 1) & mask;
    return place;
  }
}

const mixIn = (state: number, code: number, factor: number): number => Math.imul(state ^ (state >>> 15) ^ code, factor);

const avalanche = (state: number): number => {
  const once = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  return (once ^ (once >>> 15)) >>> 0;
};

/** Never returns 0, which marks an empty slot. */
const joinHalves = (high: number, low: number): number =>
  avalanche(high) * 0x20_0000 + (avalanche(low ^ high) >>> 11) || 1;
