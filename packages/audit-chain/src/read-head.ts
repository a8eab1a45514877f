import type { ChainHead } from './chain-check.js';

/** Reads a head as it is published, `<sequence>:<hash>`; null for any other text. */
export function readHead(text: string): ChainHead | null {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return sequence === undefined || hash === undefined ? null : { sequence: Number(sequence), hash };
}
