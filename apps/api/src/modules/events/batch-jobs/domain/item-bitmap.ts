/** Adds positions in a batch to a bitmap. One bit each keeps a hundred thousand of them cheap to save with every part. */
export function addToBitmap(before: Buffer, places: readonly number[]): Buffer {
  if (places.length === 0) return before;
  const length = Math.max(before.length, (Math.max(...places) >> 3) + 1);
  const bits = Buffer.alloc(length);
  bits.set(before);
  for (const place of places) bits[place >> 3]! |= 1 << (place & 7);
  return bits;
}

/** Returns the positions in ascending order. */
export function bitmapIndexes(bits: Buffer): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < bits.length * 8; place += 1)
    if (bits[place >> 3]! & (1 << (place & 7))) places.push(place);
  return places;
}
