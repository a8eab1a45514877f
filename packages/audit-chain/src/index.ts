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

/** The function of Node is the fastest. Browsers pass a different one to `@tamis/audit-chain/verifier`. */
export const sha256: Sha256 = (text) => hash('sha256', text, 'hex');

/** Returns the hash of an entry in hexadecimal. The database computes the same hash when an entry is appended. */
export const entryHash = (
  organizationId: string,
  sequence: number,
  entry: { readonly previousHash: string; readonly content: string },
): string => sha256(hashedText(organizationId, sequence, entry));
