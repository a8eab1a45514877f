/** Previous hash of the first entry of a chain. */
export const firstPreviousHash = '0'.repeat(64);

/** The previous hash and the content of an entry. */
type Hashed = Pick<ChainEntry, 'previousHash' | 'content'>;

/**
 * Returns the text that the hash of an entry is computed from: the previous hash, the chain and the position in it, and the exact bytes of
 * the content.
 */
export const hashedText = (organizationId: string, sequence: number, { previousHash, content }: Hashed): string =>
  `${previousHash}\n${organizationId}\n${sequence}\n${content}`;

/** SHA-256 of a text in hexadecimal: the function of Node, or of a library where Node is not available. */
export type Sha256 = (text: string) => string;

/** Parses a head as it is published, `<sequence>:<hash>`. Returns `null` for any other text. */
export function readHead(text: string): ChainHead | null {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return sequence === undefined || hash === undefined ? null : { sequence: Number(sequence), hash };
}

/** One entry as it is stored. Hashes are hexadecimal. */
export interface ChainEntry {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly previousHash: string;
  readonly hash: string;
  /** JSON text with its exact bytes. */
  readonly content: string;
}

/** The newest entry of a chain. A head that was recorded elsewhere shows later whether the chain up to it is still the same. */
export interface ChainHead {
  /** 0 if there is no entry yet. */
  readonly sequence: number;
  readonly hash: string;
}

/**
 * The first entry that differs from what was appended.
 * - `changed`: it does not have the content, the place or the predecessor that its hash was made of
 * - `replaced`: it is whole, and the entry after it was appended to another one
 * - `missing`: it is gone
 * - `inserted`: it was never appended
 * - `rewritten`: the chain is whole and ends in another hash than the published one; the change is here or before
 */
export interface ChainFault {
  readonly sequence: number;
  readonly kind: 'changed' | 'replaced' | 'missing' | 'inserted' | 'rewritten';
}

/** Verifies a chain in one pass, in constant memory. After a fault, no further entries are checked. */
export class ChainVerifier {
  /** Number of entries seen. All of them are correct as long as there is no fault. */
  private count = 0;
  private lastHash = firstPreviousHash;
  private hashBeforeLast = firstPreviousHash;
  /** Whether the last entry does not fit the one before it. The next entry shows which of the two is wrong. */
  private isBroken = false;
  private fault: ChainFault | null = null;

  constructor(
    private readonly sha256: Sha256,
    private readonly organizationId: string,
    private readonly published: readonly ChainHead[] = [],
  ) {}

  /** Checks the next entry. Entries have to be passed in order of their sequence. */
  append(entry: ChainEntry): ChainFault | null {
    if (this.fault) return this.fault;
    this.fault = this.isBroken ? this.brokenLinkFault(entry.previousHash === this.lastHash) : this.faultOf(entry);
    if (this.fault) return this.fault;
    this.isBroken = entry.previousHash !== this.lastHash;
    this.count += 1;
    this.hashBeforeLast = this.lastHash;
    this.lastHash = entry.hash;
    return null;
  }

  /** To be called after the last entry. Compares the chain with the stored head and with the published heads. */
  finish(head: ChainHead): ChainFault | null {
    if (this.fault) return this.fault;
    const { count, lastHash } = this;
    const fits = head.sequence === count && (count === 0 || head.hash === lastHash);
    if (this.isBroken) this.fault = this.brokenLinkFault(fits);
    else if (head.sequence > count) this.fault = { sequence: count + 1, kind: 'missing' };
    else if (head.sequence < count) this.fault = { sequence: head.sequence + 1, kind: 'inserted' };
    else if (!fits) this.fault = { sequence: count, kind: 'replaced' };
    else if (this.published.some(({ sequence }) => sequence > count))
      this.fault = { sequence: count + 1, kind: 'missing' };
    return this.fault;
  }

  private faultOf(entry: ChainEntry): ChainFault | null {
    const { organizationId, hashBeforeLast, lastHash, published } = this;
    const sequence = this.count + 1;
    if (entry.sequence !== sequence) return { sequence, kind: 'missing' };
    const hashAt = (place: number): string => this.sha256(hashedText(organizationId, place, entry));
    if (hashAt(sequence) !== entry.hash) {
      // An inserted entry moved the entry that was one position before to this one.
      const wasPushed = sequence > 1 && entry.previousHash === hashBeforeLast && hashAt(sequence - 1) === entry.hash;
      return wasPushed ? { sequence: sequence - 1, kind: 'inserted' } : { sequence, kind: 'changed' };
    }
    if (sequence === 1 && entry.previousHash !== lastHash) return { sequence, kind: 'changed' };
    const isOther = published.some((head) => head.sequence === sequence && head.hash !== entry.hash);
    // A broken link here is more informative than the published head.
    return isOther && entry.previousHash === lastHash ? { sequence, kind: 'rewritten' } : null;
  }

  /** `goesOn` means that the following entry was appended to the entry after the broken link, so the one before the link is wrong. */
  private brokenLinkFault(goesOn: boolean): ChainFault {
    return goesOn ? { sequence: this.count - 1, kind: 'replaced' } : { sequence: this.count, kind: 'changed' };
  }
}
