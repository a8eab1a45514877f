/** Divides items, in order, into parts of 1, 2, 4, 8 … items, the largest first: of as few different sizes as there can be. */
export function inPowersOfTwo<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let from = 0; from < items.length;) {
    const size = 2 ** Math.floor(Math.log2(items.length - from));
    parts.push(items.slice(from, from + size));
    from += size;
  }
  return parts;
}
