const bitsOfANumber = 32;

/** Which readings have one of some words. */
export class ReadingSet {
  /** A bit for each reading. */
  readonly bits: Uint32Array;
  /** A bit for each number of `bits` that is not 0: sets are compared by these first, which are few. */
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

  /** Without what others have, but for what is spared. */
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

/** The bits that at least so many of some numbers have, of 1, 2 or 3. */
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

/** Visits the readings from one to another that are in at least so many of some sets, of 1, 2 or 3; and now and then some around them. */
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
