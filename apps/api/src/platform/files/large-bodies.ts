import type { Readable } from 'node:stream';
import { PassThrough } from 'node:stream';

import { TableFormatError } from '@tamis/table-files';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { ApiError } from '../http/index.js';
import { invalid, routeSettingsOf, scanJson, UploadedFile } from '../http/index.js';
import { limits } from '../limits.js';
import type { ReadFiles } from './read-files.js';
import { RowFile } from './row-file.js';

/** Array elements extracted from a body that was too large to be parsed as one. */
export interface BodyRows {
  readonly rows: RowFile;
  /** Number of elements of each array, in order. */
  readonly counts: readonly number[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Elements extracted by the route's `largeArray`. The arrays in the body are empty. They are closed with the response. */
    bodyRows?: BodyRows;
    /** Elements that are put back into the body. */
    bodyElements?: readonly unknown[];
  }
}

type OwnerOf = (request: FastifyRequest) => string;

/** Writes large bodies to disk on routes with a `largeArray`, and separates their elements in a worker thread. */
export function registerLargeBodies(server: FastifyInstance, files: ReadFiles, ownerOf: OwnerOf): void {
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    // Rows created later are also closed with the response.
    reply.raw.once('close', () => request.bodyRows?.rows.close());
    readLargeBody(request, payload as Readable, files, ownerOf(request)).then(
      (body) => done(null, body),
      (error: unknown) => done(error as Error),
    );
  });
  server.addHook('preValidation', (request, _reply, done) => {
    const { bodyElements, body } = request;
    if (bodyElements) {
      const { of, member } = routeSettingsOf(request).largeArray!;
      const owner = of === undefined ? body : (body as Readonly<Record<string, unknown>>)[of];
      Object.assign(owner as object, { [member]: bodyElements });
    }
    done();
  });
}

/** Returns whether a body is processed on disk. A body whose declared length exceeds the limit is rejected in the usual way. */
function isLarge(request: FastifyRequest): boolean {
  const { largeArray, bodyBytes = limits.bodyBytes } = routeSettingsOf(request);
  if (!largeArray || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return false;
  const length = request.headers['content-length'];
  return length === undefined || (Number(length) > limits.bodyBytes && Number(length) <= bodyBytes);
}

/** Returns the body without the elements. Throws the 400 errors for bodies, and 413. */
async function readLargeBody(
  request: FastifyRequest,
  payload: Readable,
  files: ReadFiles,
  owner: string,
): Promise<Readable> {
  const { largeArray, bodyBytes = limits.bodyBytes, exactMembers = [] } = routeSettingsOf(request);
  const { member, of, within, parsed } = largeArray!;
  const above = of ?? (within === undefined ? [] : `${within}.[]`);
  const path = [above, member, '[].'].flat().join('.');
  const exact = exactMembers.filter((each) => each.startsWith(path)).map((each) => each.slice(path.length));
  const file = UploadedFile.open('the body');
  const rows = parsed === null ? new RowFile() : null;
  const counts: number[] = [];
  const elements: unknown[] = [];
  if (rows) request.bodyRows = { rows, counts };
  let outer = '';
  try {
    // Keeps the connection open, so that a client that sends too much receives the error.
    await file.fill(payload.iterator({ destroyOnReturn: false }), bodyBytes);
    request.bodyDigest = file.digest;
    for await (const row of files.rows(owner, file, { kind: 'body', array: largeArray! })) {
      if (row.array === null) outer = row.text;
      else {
        const problem = scanJson(row.text, { exactMembers: exact });
        if (problem) throw unreadable(`line ${row.line}: an element of ${member}: ${problem.message}`);
        while (counts.length <= row.array) counts.push(0);
        counts[row.array]! += 1;
        if (rows) await rows.add(row.text);
        else if (elements.length <= parsed!) elements.push(JSON.parse(row.text));
      }
    }
  } catch (error) {
    payload.resume();
    rows?.close();
    throw error instanceof TableFormatError ? unreadable(error.message) : error;
  } finally {
    file.close();
  }
  if (elements.length > 0) request.bodyElements = elements;
  return Object.assign(new PassThrough().end(outer), {
    receivedEncodedLength: Number(request.headers['content-length'] ?? Buffer.byteLength(outer)),
  });
}

const unreadable = (why: string): ApiError => invalid({ body: why });
