/** Returns a typed array that is grown by half when an index beyond its end is written. New elements are 0. */
function grow<A extends Float64Array | Int32Array | Uint8Array>(
  array: A,
  make: new (length: number) => A,
  place: number,
): A {
  const made = new make(Math.max(1_024, place + 1, Math.ceil(array.length * 1.5)));
  made.set(array);
  return made;
}

/** Floating-point numbers by index. */
export class GrowableFloat64Array {
  private array = new Float64Array(0);

  at(place: number): number {
    return this.array[place] as number;
  }

  set(place: number, value: number): void {
    if (place >= this.array.length) this.array = grow(this.array, Float64Array, place);
    this.array[place] = value;
  }
}

/** 32-bit integers by index. */
export class GrowableInt32Array {
  private array = new Int32Array(0);

  /** Returns 0 if nothing was written. */
  at(place: number): number {
    return place < this.array.length ? (this.array[place] as number) : 0;
  }

  set(place: number, value: number): void {
    if (place >= this.array.length) this.array = grow(this.array, Int32Array, place);
    this.array[place] = value;
  }
}

/** Numbers from 0 to 255 by index. */
export class GrowableUint8Array {
  private array = new Uint8Array(0);

  at(place: number): number {
    return this.array[place] as number;
  }

  set(place: number, value: number): void {
    if (place >= this.array.length) this.array = grow(this.array, Uint8Array, place);
    this.array[place] = value;
  }
}
