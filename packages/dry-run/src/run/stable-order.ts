import { createHash } from 'node:crypto';

/** A number in [0, 1) that depends on the seed and the id alone, evenly spread. */
export function placeOf(id: string, seed: number): number {
  const digest = createHash('sha256').update(`${seed}:${id}`).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
