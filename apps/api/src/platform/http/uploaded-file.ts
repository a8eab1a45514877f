import { createHash, randomUUID } from 'node:crypto';
import { close, openSync, unlinkSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { limits } from '../limits.js';
import { ApiError } from './errors/api-error.js';

const writeTo = promisify(write);

/**
 * Opens a file that has no name, so that nothing is left of it once it is closed or the process ends. Throws 503 `ARTIFACT_UPLOAD_FAILED`
 * where the disk has no place for it.
 */
export function openUnnamedFile(): number {
  try {
    const path = join(tmpdir(), `tamis-upload-${randomUUID()}`);
    const fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return fd;
  } catch (error) {
    throw uploadFailed(error);
  }
}

/** Writes all of it behind what was written last, or at a place. Throws 503 `ARTIFACT_UPLOAD_FAILED` where the disk does not take it. */
export async function writeAll(fd: number, content: Buffer, at: number | null = null): Promise<void> {
  try {
    for (let from = 0; from < content.length;) {
      const place = at === null ? null : at + from;
      from += (await writeTo(fd, content, from, content.length - from, place)).bytesWritten;
    }
  } catch (error) {
    throw uploadFailed(error);
  }
}

/** The log says why. */
function uploadFailed(cause: unknown): ApiError {
  const message = 'The server could not keep what was sent, and stored nothing of it; send it again';
  const members = { retryAfterSeconds: limits.busyRetrySeconds };
  return Object.assign(new ApiError('ARTIFACT_UPLOAD_FAILED', message, undefined, members), { cause });
}

/** Beside this thread: what it has on the disk is freed with it, which takes milliseconds where that is much. */
export const closeUnnamedFile = (fd: number): void => close(fd, () => undefined);

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
    return new UploadedFile(name, openUnnamedFile());
  }

  /**
   * Writes what is sent, as fast as the disk takes it. A stream over the file would close it when the sender breaks off, and the next
   * connection has its number then. Throws 413 for more bytes than it may have.
   */
  async fill(content: AsyncIterable<Buffer>, maxBytes = Infinity): Promise<void> {
    const fd = this.hold();
    let bytes = 0;
    try {
      for await (const chunk of content) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new ApiError('PAYLOAD_TOO_LARGE', 'The body is too large');
        this.hash.update(chunk);
        await writeAll(fd, chunk);
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
    closeUnnamedFile(this.fd);
  }
}
