const bitsOfANumber = 32;

/** The set of readings that have one of some words. */
export class ReadingSet {
  /** One bit per reading. */
  readonly bits: Uint32Array;
  /** One bit for each number of `bits` other than 0. Sets are compared by these first, because there are few of them. */
  readonly blocks: Uint32Array;

  constructor(readings: number) {
    this.bits = new Uint32Array(Math.ceil(readings / bitsOfANumber));
    this.blocks = new Uint32Array(Math.ceil(this.bits.length / bitsOfANumber));
  }

  add(reading: number): void {
    const at = reading >>> 5;
    this.bits[at] = this.bits[at]! | (1 << (reading & 31));
    this.blocks[at >>> 5] = this.blocks[at >>> 5]! | (1 << (at & 31));
  }

  has(reading: number): boolean {
    return ((this.bits[reading >>> 5]! >>> (reading & 31)) & 1) === 1;
  }

  /** Returns the set without the readings of `others`, except for those in `spared`. */
  without(others: ReadingSet, spared: ReadingSet): ReadingSet {
    const left = new ReadingSet(this.bits.length * bitsOfANumber);
    for (let at = 0; at < this.bits.length; at += 1) {
      const bits = this.bits[at]! & (~others.bits[at]! | spared.bits[at]!);
      if (bits === 0) continue;
      left.bits[at] = bits;
      left.blocks[at >>> 5] = left.blocks[at >>> 5]! | (1 << (at & 31));
    }
    return left;
  }
}

/** Returns the bits that are set in at least `fewest` of the numbers, which is 1, 2 or 3. */
function sharedBits(sets: readonly Uint32Array[], at: number, fewest: number): number {
  let [one, two, three] = [0, 0, 0];
  for (let each = 0; each < sets.length; each += 1) {
    const bits = sets[each]![at]!;
    three |= two & bits;
    two |= one & bits;
    one |= bits;
  }
  return fewest === 1 ? one : fewest === 2 ? two : three;
}

const lowestBit = (bits: number): number => bitsOfANumber - 1 - Math.clz32(bits & -bits);

/**
 * Visits the readings in a range that are in at least `fewest` of the sets, which is 1, 2 or 3, and occasionally readings around the range.
 */
export function eachShared(
  sets: readonly ReadingSet[],
  { from, to, fewest }: { readonly from: number; readonly to: number; readonly fewest: number },
  visit: (reading: number) => void,
): void {
  const [bits, blocks] = [sets.map((set) => set.bits), sets.map((set) => set.blocks)];
  const [first, last] = [from >>> 5, (to - 1) >>> 5];
  for (let block = first >>> 5; block <= last >>> 5; block += 1) {
    for (let some = sharedBits(blocks, block, fewest); some !== 0; some &= some - 1) {
      const at = block * bitsOfANumber + lowestBit(some);
      if (at < first || at > last) continue;
      for (let found = sharedBits(bits, at, fewest); found !== 0; found &= found - 1)
        visit(at * bitsOfANumber + lowestBit(found));
    }
  }
}
