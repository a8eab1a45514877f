import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type ChainEntry,
  type ChainFault,
  type ChainHead,
  ChainVerifier,
  hashedText,
} from '@tamis/audit-chain/verifier';

export interface ChainPage {
  readonly organizationId: string;
  readonly entries: readonly ChainEntry[];
  readonly head: ChainHead;
}

export interface ChainResult {
  /** Number of entries that were checked. */
  readonly entries: number;
  readonly head: ChainHead;
  /** `null` if all entries are as they were appended. */
  readonly fault: ChainFault | null;
}

const sha256 = (text: string): string => bytesToHex(sha256Of(utf8ToBytes(text)));

const entriesAtOnce = 250;

/**
 * Recomputes the hashes of a whole chain, up to the head at the time of starting. Entries appended in the meantime are left for the next
 * check. `pause` is called regularly to keep the page responsive, and stops the check by returning false.
 */
export async function checkChain(
  readAfter: (sequence: number) => Promise<ChainPage>,
  pause: (checked: number, of: number) => Promise<boolean>,
): Promise<ChainResult | null> {
  let page = await readAfter(0);
  const { head, organizationId } = page;
  const check = new ChainVerifier(sha256, organizationId);
  let [entries, fault]: [number, ChainFault | null] = [0, null];
  for (;;) {
    for (const entry of page.entries.filter(({ sequence }) => sequence <= head.sequence)) {
      fault ??= check.append(entry);
      entries += 1;
      if (entries % entriesAtOnce === 0 && !(await pause(entries, head.sequence))) return null;
    }
    const last = page.entries.at(-1)?.sequence;
    if (fault !== null || last === undefined || last >= head.sequence) break;
    page = await readAfter(last);
  }
  return { entries, head, fault: fault ?? check.finish(head) };
}

/** An entry as somebody has kept it. */
export interface EntryCopy extends ChainEntry {
  readonly organizationId: string;
}

const hexadecimal = /^[0-9a-f]{64}$/;

/** Returns `null` if the text is not a copy of an entry. */
export function readCopy(text: string): EntryCopy | null {
  let given: Partial<Record<keyof EntryCopy, unknown>> | null;
  try {
    given = JSON.parse(text) as typeof given;
  } catch {
    return null;
  }
  const { organizationId, sequence, previousHash, hash, content } = given ?? {};
  const isHash = (each: unknown): each is string => typeof each === 'string' && hexadecimal.test(each);
  if (typeof organizationId !== 'string' || typeof content !== 'string' || !isHash(hash) || !isHash(previousHash))
    return null;
  if (typeof sequence !== 'number' || !Number.isInteger(sequence) || sequence < 1) return null;
  return { organizationId, sequence, previousHash, hash, content };
}

/**
 * - `same`: the copy is whole, and the trail has the same entry there
 * - `changed`: its content, place or predecessor is not what its hash was made of
 * - `other`: it is whole, and the trail has another entry there, or none
 */
export type CopyState = 'same' | 'changed' | 'other';

export function compareCopy(copy: EntryCopy, stored: ChainEntry | undefined): CopyState {
  if (sha256(hashedText(copy.organizationId, copy.sequence, copy)) !== copy.hash) return 'changed';
  return stored?.sequence === copy.sequence && stored.hash === copy.hash ? 'same' : 'other';
}
