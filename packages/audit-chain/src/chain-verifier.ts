/** What the first entry of a chain names as the hash before it. */
export const firstPreviousHash = '0'.repeat(64);

/** What an entry names and holds. */
type Hashed = Pick<ChainEntry, 'previousHash' | 'content'>;

/** What the hash of an entry is made of: the hash before it, whose chain it stands in and where, and its content to the byte. */
export const hashedText = (organizationId: string, sequence: number, { previousHash, content }: Hashed): string =>
  `${previousHash}\n${organizationId}\n${sequence}\n${content}`;

/** SHA-256 of a text, hexadecimal: of Node, or of a library where that is not. */
export type Sha256 = (text: string) => string;

/** Reads a head as it is published, `<sequence>:<hash>`; null for any other text. */
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
  /** JSON text, to the byte. */
  readonly content: string;
}

/** The newest entry of a chain. One that was written down elsewhere shows later whether the chain up to it is still the same. */
export interface ChainHead {
  /** 0: no entry yet. */
  readonly sequence: number;
  readonly hash: string;
}

/**
 * The first entry that is not what was appended.
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

/** Walks a chain once, in memory that does not grow with it. After a fault nothing more is looked at. */
export class ChainVerifier {
  /** Entries seen; all of them right as long as there is no fault. */
  private count = 0;
  private lastHash = firstPreviousHash;
  private hashBeforeLast = firstPreviousHash;
  /** The last entry and the one before do not fit together; the next one tells which of the two is wrong. */
  private isBroken = false;
  private fault: ChainFault | null = null;

  constructor(
    private readonly sha256: Sha256,
    private readonly organizationId: string,
    private readonly published: readonly ChainHead[] = [],
  ) {}

  /** Entries come in order of their sequence. */
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

  /** After the last entry: compares with the stored head and with those that were published. */
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
      // What stood one place before was pushed here by an entry that took its place.
      const wasPushed = sequence > 1 && entry.previousHash === hashBeforeLast && hashAt(sequence - 1) === entry.hash;
      return wasPushed ? { sequence: sequence - 1, kind: 'inserted' } : { sequence, kind: 'changed' };
    }
    if (sequence === 1 && entry.previousHash !== lastHash) return { sequence, kind: 'changed' };
    const isOther = published.some((head) => head.sequence === sequence && head.hash !== entry.hash);
    // A link that is broken here says more than the published head does.
    return isOther && entry.previousHash === lastHash ? { sequence, kind: 'rewritten' } : null;
  }

  /** `goesOn`: what follows the broken link was appended to the entry after it, so the one before is wrong. */
  private brokenLinkFault(goesOn: boolean): ChainFault {
    return goesOn ? { sequence: this.count - 1, kind: 'replaced' } : { sequence: this.count, kind: 'changed' };
  }
}
