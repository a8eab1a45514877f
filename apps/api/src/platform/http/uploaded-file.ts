import { createHash, randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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

  /** Writes what is sent, as fast as the disk takes it. */
  async fill(content: Readable): Promise<void> {
    const fd = this.hold();
    content.on('data', (chunk: Buffer) => this.hash.update(chunk));
    try {
      await pipeline(content, createWriteStream('', { fd, autoClose: false, start: 0 }));
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
