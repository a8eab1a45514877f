import { isCidrBlock } from '../../../platform/auth/index.js';
import { invalid } from '../../../platform/http/index.js';

/** Throws 400 for a key that would already be expired. */
export function checkExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt && expiresAt <= now) throw invalid({ expiresAt: 'must be in the future' });
}

/** Throws a 400 that names each text that is not an address block. */
export function checkCidrBlocks(blocks: readonly string[]): void {
  const wrong = blocks.flatMap((block, index) => (isCidrBlock(block) ? [] : [index]));
  if (wrong.length === 0) return;
  const message = 'must be an IP address or a block (10.0.0.0/8)';
  throw invalid(Object.fromEntries(wrong.map((index) => [`ipAllowlist[${index}]`, message])));
}
