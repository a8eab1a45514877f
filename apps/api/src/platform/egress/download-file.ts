import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { limits } from '../limits.js';
import { ResponseTooLargeError } from './send-request.js';

/** Cache validators by which a server recognizes a file it sent before. */
export interface FileMarks {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface DownloadRequest {
  /** `http:` or `https:`, without a user and password. */
  readonly url: string;
  /** Sent only to the host of this URL, not to redirect targets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Compression that the server may use; the file is stored as it was sent. Defaults to `identity`. */
  readonly acceptEncoding?: 'gzip' | 'identity';
  /** Validators of the file that is already known. A server that has no newer file says so, and sends nothing. */
  readonly marks?: FileMarks;
  readonly maxBytes: number;
  /** From the first look-up to the last byte, including all redirects. */
  readonly timeoutMs: number;
  /** Aborts the download early. */
  readonly signal?: AbortSignal;
}

export interface DownloadedFile {
  readonly kind: 'file';
  readonly path: string;
  readonly bytes: number;
  /** Size that the server announced. */
  readonly expectedBytes: number | null;
  /** Compression that the server declared; `null` if there is none. */
  readonly encoding: string | null;
  readonly marks: FileMarks;
  /** Removes the file. The caller of the download is responsible for this. */
  remove(): Promise<void>;
}

export type Download =
  | DownloadedFile
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly status: number };

/** A redirect target is not allowed, or there were too many redirects. */
export class RedirectError extends Error {}

/**
 * Streams the content of a URL to a temporary file. Each redirect target is checked like the first URL. Throws the errors of the
 * connection.
 */
export async function downloadFile(
  asked: DownloadRequest,
  lookup: LookupFunction,
  isAllowed: (url: URL) => boolean,
): Promise<Download> {
  const late = AbortSignal.timeout(asked.timeoutMs);
  const signal = asked.signal ? AbortSignal.any([late, asked.signal]) : late;
  const first = new URL(asked.url);
  let url = first;
  for (let redirects = 0; redirects <= limits.downloadRedirects; redirects += 1) {
    const response = await get(url, headersFor(asked, url.origin === first.origin), lookup, signal);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return storeFile(response, asked.maxBytes, signal);
    response.destroy();
    if (status === 304) return { kind: 'unchanged' };
    if (status < 300 || status > 399 || headers.location === undefined) return { kind: 'refused', status };
    if (!URL.canParse(headers.location, url.href)) throw new RedirectError('it redirects without an address');
    const next = new URL(headers.location, url);
    const isWeaker = url.protocol === 'https:' && next.protocol !== 'https:';
    if (isWeaker || !isAllowed(next)) throw new RedirectError('it redirects to an address that is not allowed');
    url = next;
  }
  throw new RedirectError(`it redirects more than ${limits.downloadRedirects} times`);
}

const headersFor = (
  { headers, acceptEncoding = 'identity', marks = {} }: DownloadRequest,
  isFirstHost: boolean,
): http.OutgoingHttpHeaders => ({
  'accept-encoding': acceptEncoding,
  ...(isFirstHost && headers),
  ...(marks.etag !== undefined && { 'if-none-match': marks.etag }),
  ...(marks.lastModified !== undefined && { 'if-modified-since': marks.lastModified }),
});

function get(
  url: URL,
  headers: http.OutgoingHttpHeaders,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? http : https).get(url, { headers, lookup, signal, agent: false });
    request.on('response', resolve).on('error', reject);
    // For a response that switches protocols, no other event is emitted.
    request.on('close', () => reject(new Error('the connection was closed without a response')));
  });
}

const folderPrefix = 'tamis-download-';

/** Far longer than a download and reading its file can take. */
const leftFolderMs = 86_400_000;

/** Removes files that were downloaded by a process that was killed. */
async function removeLeftFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > leftFolderMs) await rm(folder, { recursive: true, force: true });
  }
}

async function storeFile(
  response: http.IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  await removeLeftFolders();
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'file');
  let bytes = 0;
  const counted = new Transform({
    transform: (piece: Buffer, _, done) => {
      bytes += piece.length;
      if (bytes > maxBytes) done(new ResponseTooLargeError('the file is too large'));
      else done(null, piece);
    },
  });
  try {
    await pipeline(response, counted, createWriteStream(path), { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  const { etag, 'last-modified': lastModified, 'content-length': length } = response.headers;
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const marks = { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
  return {
    ...{ kind: 'file', path, bytes, marks, remove },
    expectedBytes: length === undefined ? null : Number(length),
    encoding: encoding === 'identity' ? null : encoding,
  };
}
