import { createHash, randomUUID } from 'node:crypto';
import { close, openSync, unlinkSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { limits } from '../limits.js';
import { ApiError } from './errors/api-error.js';

const writeTo = promisify(write);

/**
 * Opens an unnamed file, so that nothing is left of it once it is closed or the process ends. Throws 503 `ARTIFACT_UPLOAD_FAILED` if the
 * disk has no space for it.
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

/**
 * Writes the whole content after what was written last, or at a position. Throws 503 `ARTIFACT_UPLOAD_FAILED` if the disk does not accept
 * it.
 */
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

/** The cause is attached for the log. */
function uploadFailed(cause: unknown): ApiError {
  const message = 'The server could not store the upload, and kept nothing of it; send it again';
  const members = { retryAfterSeconds: limits.busyRetrySeconds };
  return Object.assign(new ApiError('ARTIFACT_UPLOAD_FAILED', message, undefined, members), { cause });
}

/** Closes the file asynchronously: closing frees its disk space, which takes milliseconds for a large file. */
export const closeUnnamedFile = (fd: number): void => close(fd, () => undefined);

/** A file of a form, kept on disk and not in memory. It has no name there, so nothing is left once it is closed or the process ends. */
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
   * Writes the content as fast as the disk accepts it. A stream over the file would close it when the sender disconnects, and its file
   * descriptor could then be reused by the next connection. Throws 413 if there are more bytes than allowed.
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

  /** Equal for equal content. */
  get digest(): string {
    return (this.hashText ??= this.hash.digest('base64'));
  }

  /** Returns the file descriptor, which stays open until `release`, even if nobody waits for the response any more. */
  hold(): number {
    if (this.state !== 'open') throw new Error(`${this.name} is closed`);
    this.users += 1;
    return this.fd;
  }

  release(): void {
    this.users -= 1;
    this.closeWhereUnused();
  }

  /** Closes the file, either immediately or once nobody uses it any more. */
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
