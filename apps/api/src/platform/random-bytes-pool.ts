import { randomFillSync } from 'node:crypto';

/** Random bytes are asked for so many at once: asking costs as much for a thousand of them as for twelve. */
const chunksPerRefill = 256;

/** Gives `size` random bytes at a time. They are the caller's until it has asked 255 times more. */
export function randomBytesPool(size: number): () => Buffer {
  const bytes = Buffer.alloc(chunksPerRefill * size);
  let used = bytes.length;
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes);
      used = 0;
    }
    used += size;
    return bytes.subarray(used - size, used);
  };
}
