import { hash } from 'node:crypto';
import { hashedText, type Sha256 } from './chain-verifier.js';

export {
  ChainVerifier,
  type ChainEntry,
  type ChainFault,
  type ChainHead,
  firstPreviousHash,
  readHead,
} from './chain-verifier.js';

/** Of Node: the fastest there is. Browsers bring another one to `@tamis/audit-chain/verifier`. */
export const sha256: Sha256 = (text) => hash('sha256', text, 'hex');

/** The hash of an entry, hexadecimal. The database computes the same when an entry is appended. */
export const entryHash = (
  organizationId: string,
  sequence: number,
  entry: { readonly previousHash: string; readonly content: string },
): string => sha256(hashedText(organizationId, sequence, entry));
