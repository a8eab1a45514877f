import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const writeTo = promisify(write);

/**
 * A file of a form, on disk and not in memory. It has no name there: whatever becomes of the process, nothing is left once it is closed
 * or the process ends.
 */
export class UploadedFile {
  private readonly hash = createHash('sha256');
  private users = 0;
  private state: 'open' | 'closing' | 'closed' = 'open';
  private hashText: string | undefined;

  private constructor(
    readonly name: string,
    private readonly fd: number,
  ) {}

  static open(name: string): UploadedFile {
    const path = join(tmpdir(), `tamis-upload-${randomUUID()}`);
    const fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return new UploadedFile(name, fd);
  }

  /**
   * Writes what is sent, as fast as the disk takes it. A stream over the file would close it when the sender breaks off, and the next
   * connection has its number then.
   */
  async fill(content: Readable): Promise<void> {
    const fd = this.hold();
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        this.hash.update(chunk);
        for (let from = 0; from < chunk.length;) from += (await writeTo(fd, chunk, from)).bytesWritten;
      }
    } finally {
      this.release();
    }
  }

  /** The same for the same content. */
  get digest(): string {
    return (this.hashText ??= this.hash.digest('base64'));
  }

  /** What the file is open as, until it is let go: also where nobody waits for the answer any more. */
  hold(): number {
    if (this.state !== 'open') throw new Error(`${this.name} is closed`);
    this.users += 1;
    return this.fd;
  }

  release(): void {
    this.users -= 1;
    this.closeWhereUnused();
  }

  /** Closes it, at once or when nobody uses it any more. */
  close(): void {
    if (this.state === 'open') this.state = 'closing';
    this.closeWhereUnused();
  }

  private closeWhereUnused(): void {
    if (this.state !== 'closing' || this.users > 0) return;
    this.state = 'closed';
    closeSync(this.fd);
  }
}
