export const largestChunk = 32;
const chunkSizes = [largestChunk, 24, 16, 12, 8, 6, 4, 3, 2, 1];

/** Divides items, in order, into parts of a few fixed sizes, largest first. There are mostly one or two parts. */
export function chunkBySize<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let from = 0; from < items.length;) {
    const rest = items.length - from;
    const size = chunkSizes.find((each) => each <= rest)!;
    parts.push(items.slice(from, from + size));
    from += size;
  }
  return parts;
}
