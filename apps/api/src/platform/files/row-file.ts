import { read } from 'node:fs';
import { promisify } from 'node:util';

import { arrayElements, closeUnnamedFile, openUnnamedFile, writeAll } from '../http/index.js';

const readFrom = promisify(read);

/** Maximum characters and rows of a part, few enough to be read and stored in one turn of the event loop. */
const partCharacters = 131_072;
const partRows = 500;

/** A sequence of consecutive rows. */
export interface RowPart {
  /** Position of the first row. */
  readonly firstItem: number;
  /** JSON text of the array of rows. */
  readonly text: string;
}

/** Submitted rows as JSON texts, in order. Only a few of them are in memory at a time. */
export interface SentRows {
  readonly count: number;
  parts(): AsyncIterable<RowPart> | Iterable<RowPart>;
}

/** Rows on disk, in a file without a name, which disappears with the process. Throws 503 `ARTIFACT_UPLOAD_FAILED` if there is no space. */
export class RowFile implements SentRows {
  private readonly fd = openUnnamedFile();
  private readonly ended: { readonly firstItem: number; readonly at: number; readonly bytes: number }[] = [];
  private rows: string[] = [];
  private characters = 0;
  private endedRows = 0;
  private bytes = 0;
  private users = 0;
  private state: 'open' | 'closing' | 'closed' = 'open';

  get count(): number {
    return this.endedRows + this.rows.length;
  }

  async add(row: string): Promise<void> {
    this.rows.push(row);
    this.characters += row.length + 1;
    if (this.characters >= partCharacters || this.rows.length === partRows) await this.endPart();
  }

  async *parts(): AsyncGenerator<RowPart> {
    await this.endPart();
    for (const { firstItem, at, bytes } of this.ended) {
      const content = Buffer.allocUnsafe(bytes);
      await this.whileOpen(async () => {
        for (let from = 0; from < bytes;)
          from += (await readFrom(this.fd, content, from, bytes - from, at + from)).bytesRead;
      });
      yield { firstItem, text: content.toString() };
    }
  }

  /** Closes the file at once, or after the current reads and writes. */
  close(): void {
    if (this.state === 'open') this.state = 'closing';
    this.closeWhereUnused();
  }

  private async whileOpen(work: () => Promise<void>): Promise<void> {
    if (this.state !== 'open') throw new Error('the rows are closed');
    this.users += 1;
    try {
      await work();
    } finally {
      this.users -= 1;
      this.closeWhereUnused();
    }
  }

  private closeWhereUnused(): void {
    if (this.state !== 'closing' || this.users > 0) return;
    this.state = 'closed';
    closeUnnamedFile(this.fd);
  }

  private async endPart(): Promise<void> {
    if (this.rows.length === 0) return;
    const { rows, bytes: at, endedRows: firstItem } = this;
    const content = Buffer.from(`[${rows.join(',')}]`);
    this.ended.push({ firstItem, at, bytes: content.length });
    this.bytes += content.length;
    this.endedRows += rows.length;
    this.rows = [];
    this.characters = 0;
    await this.whileOpen(() => writeAll(this.fd, content, at));
  }
}

/** Rows of a body that is in memory. */
export class RowTexts implements SentRows {
  constructor(private readonly rows: readonly string[]) {}

  get count(): number {
    return this.rows.length;
  }

  *parts(): Generator<RowPart> {
    for (let firstItem = 0; firstItem < this.rows.length; firstItem += partRows)
      yield { firstItem, text: `[${this.rows.slice(firstItem, firstItem + partRows).join(',')}]` };
  }
}

/** Rows that are rewritten before use. Each part is changed when it is requested, so that no turn of the event loop changes all of them. */
export class ChangedRows implements SentRows {
  constructor(
    private readonly sent: SentRows,
    private readonly change: (row: string) => string,
  ) {}

  get count(): number {
    return this.sent.count;
  }

  async *parts(): AsyncGenerator<RowPart> {
    for await (const { firstItem, text } of this.sent.parts())
      yield { firstItem, text: `[${arrayElements(text).map(this.change).join(',')}]` };
  }
}
