import { hash } from 'node:crypto';

/** What the first entry of a chain names as the hash before it. */
export const firstPreviousHash = '0'.repeat(64);

/**
 * The hash of an entry, hexadecimal: over the hash before it, whose chain it stands in and where, and its content to the byte. The
 * database computes the same when an entry is appended.
 */
export const entryHash = (
  organizationId: string,
  sequence: number,
  { previousHash, content }: { readonly previousHash: string; readonly content: string },
): string => hash('sha256', `${previousHash}\n${organizationId}\n${sequence}\n${content}`, 'hex');
