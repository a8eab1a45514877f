/** Values of ranges of addresses, as two sorted arrays: where each range begins, and its value. 0: none. */
export interface AddressRanges {
  readonly bytes: number;
  readonly find: (address: bigint) => number;
}

/** A range and its value, its last address included. */
export interface AddressRange {
  readonly from: bigint;
  readonly to: bigint;
  readonly value: number;
}

const low = (1n << 64n) - 1n;

/**
 * Gathers ranges in their order, then lets them be asked. Where one begins within the last, the last ends there. Throws for one that
 * begins or ends before the last does.
 */
export class AddressRangesBuilder {
  private readonly starts: bigint[] = [];
  private readonly values: number[] = [];
  private last = -1n;
  private next = 0n;

  add({ from, to, value }: AddressRange): void {
    if (from <= this.last || to < from || to + 1n < this.next)
      throw new Error(`the range that begins at ${from} is out of order`);
    // What lies between two ranges has no value.
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

/** The value of the last range for which `isAfter` does not hold. */
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
