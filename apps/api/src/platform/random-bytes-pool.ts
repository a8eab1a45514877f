import { randomFillSync } from 'node:crypto';

/** Number of chunks that are generated at once: a thousand random bytes cost as much to generate as twelve. */
const chunksPerRefill = 256;

/** Returns a function that returns `size` random bytes per call. They stay valid until it has been called 255 more times. */
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
