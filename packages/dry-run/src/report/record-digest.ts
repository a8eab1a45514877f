import { createHash } from 'node:crypto';

/** The number of records that are hashed together. */
const blockRecords = 1_024;

/** The lines of a part of a dry run, as JSON. */
export interface DigestState {
  /** Number of the first record of the part, and of the record after its last. */
  readonly from: number;
  readonly to: number;
  /** Lines before the first end of a block, or all of them if there is none. */
  readonly head: string;
  /** Digests of complete blocks. */
  readonly blocks: readonly string[];
  /** Lines after the last end of a block. */
  readonly tail: string;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A hash over one line per record that parts of a dry run can compute independently: blocks start at fixed record numbers. */
export class RecordDigest {
  private from = 0;
  private to = 0;
  private head = '';
  private readonly blocks: string[] = [];
  private tail = '';

  /** Sets the number of the first record. */
  begin(number: number): void {
    this.from = number;
    this.to = number;
  }

  add(line: string): void {
    this.tail += line;
    this.to += 1;
    if (this.to % blockRecords === 0) this.endBlock();
  }

  state(): DigestState {
    const { from, to, head, blocks, tail } = this;
    return this.isWithinBlock()
      ? { from, to, head: tail, blocks: [], tail: '' }
      : { from, to, head, blocks: [...blocks], tail };
  }

  /** Appends the state of the part that follows. */
  merge({ from, to, head, blocks, tail }: DigestState): void {
    if (this.from === this.to) this.begin(from);
    if (from !== this.to) throw new Error(`expected record ${String(this.to)}, not ${String(from)}`);
    const isPastBlock = Math.floor(to / blockRecords) > Math.floor(from / blockRecords);
    this.tail += head;
    this.to = to;
    if (!isPastBlock) return;
    // The head of a part that starts with a block is empty.
    if (from % blockRecords !== 0) this.endBlock();
    this.blocks.push(...blocks);
    this.tail = tail;
  }

  /** Hexadecimal. */
  result(): string {
    return digestOf([...this.blocks, digestOf(this.tail)].join('\n'));
  }

  private isWithinBlock(): boolean {
    return Math.floor(this.from / blockRecords) === Math.floor(this.to / blockRecords);
  }

  /** The first block of a part that starts within a block remains text, because the lines before are not known. */
  private endBlock(): void {
    if (this.from % blockRecords !== 0 && this.blocks.length === 0 && this.head === '') this.head = this.tail;
    else this.blocks.push(digestOf(this.tail));
    this.tail = '';
  }
}
