/** Values of address ranges, stored as two sorted arrays: the start of each range and its value. 0 means no value. */
export interface AddressRanges {
  readonly bytes: number;
  readonly find: (address: bigint) => number;
}

/** A range, including its last address, and its value. */
export interface AddressRange {
  readonly from: bigint;
  readonly to: bigint;
  readonly value: number;
}

const low = (1n << 64n) - 1n;

/**
 * Collects ranges in ascending order and builds a searchable table. A range that starts within the previous one ends that one there. Throws
 * if a range does not start after the previous one, or ends before the previous one does.
 */
export class AddressRangesBuilder {
  private readonly starts: bigint[] = [];
  private readonly values: number[] = [];
  private last = -1n;
  private next = 0n;

  add({ from, to, value }: AddressRange): void {
    if (from <= this.last || to < from || to + 1n < this.next)
      throw new Error(`the range that begins at ${from} is out of order`);
    // Addresses between two ranges have no value.
    if (from > this.next) this.push(this.next, 0);
    this.push(from, value);
    this.last = from;
    this.next = to + 1n;
  }

  build(isWide: boolean): AddressRanges {
    this.push(this.next, 0);
    const values = Uint32Array.from(this.values);
    return isWide ? wideRanges(this.starts, values) : narrowRanges(this.starts, values);
  }

  private push(start: bigint, value: number): void {
    if (this.values.at(-1) === value) return;
    this.starts.push(start);
    this.values.push(value);
  }
}

/** Returns the value of the last range for which `isAfter` is false. */
function search(values: Uint32Array, isAfter: (index: number) => boolean): number {
  let [first, end] = [0, values.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (isAfter(middle)) end = middle;
    else first = middle + 1;
  }
  return first === 0 ? 0 : values[first - 1]!;
}

function narrowRanges(given: readonly bigint[], values: Uint32Array): AddressRanges {
  const starts = Float64Array.from(given, Number);
  return {
    bytes: starts.byteLength + values.byteLength,
    find: (address) => {
      const wanted = Number(address);
      return search(values, (index) => starts[index]! > wanted);
    },
  };
}

function wideRanges(given: readonly bigint[], values: Uint32Array): AddressRanges {
  const highs = BigUint64Array.from(given, (start) => start >> 64n);
  const lows = BigUint64Array.from(given, (start) => start & low);
  return {
    bytes: highs.byteLength + lows.byteLength + values.byteLength,
    find: (address) => {
      const [high, rest] = [address >> 64n, address & low];
      return search(values, (index) => highs[index]! > high || (highs[index] === high && lows[index]! > rest));
    },
  };
}
