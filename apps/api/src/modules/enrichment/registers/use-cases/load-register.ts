import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { failure, ok, type Result } from '@tamis/stdx';

import { inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { doubtsOf, type ReadFile } from '../domain/believable.js';
import type { RegisterFormat, RegisterLine } from '../domain/register-file.js';
import {
  acceptVersion,
  beginVersion,
  endVersion,
  type Fact,
  findCurrent,
  findVersions,
  type RegisterVersion,
  removeVersions,
  storeFacts,
} from '../persistence/register-store.js';

/**
 * Loads a register file as a new version: line by line, in batches that are committed separately. The previous version stays in use until
 * the new one is complete and accepted, and beyond that if it is not accepted. The file is streamed, so its size does not matter.
 */
export async function loadRegister(
  pool: PgPool,
  format: RegisterFormat,
  file: string,
): Promise<Result<Omit<RegisterVersion, 'loadedAt'>, string>> {
  const { register } = format;
  const version = await inTransaction(pool, null, (client) => beginVersion(client, register));
  if (version === null) return failure(`another load of ${register} is in progress`);
  const read = await storeFile(pool, format, version, file);
  const loaded = await inTransaction(pool, null, async (client) => {
    const doubts = doubtsOf(read, format, await findCurrent(client, register));
    const ended = {
      register,
      version,
      state: doubts.length === 0 ? 'current' : 'kept_aside',
      facts: read.facts,
      unreadable: read.unreadable,
      generatedAt: read.end === null ? null : new Date(read.end.generatedAt),
      doubts,
    } as const;
    await endVersion(client, ended);
    return ended;
  });
  await inTransaction(pool, null, (client) => removeVersions(client, register, 'replaced'));
  return ok(loaded);
}

/** Puts a version that was held back into use, after somebody has reviewed it. */
export async function acceptRegister(pool: PgPool, register: string, version: number): Promise<boolean> {
  const isAccepted = await inTransaction(pool, null, (client) => acceptVersion(client, register, version));
  await inTransaction(pool, null, (client) => removeVersions(client, register, 'replaced'));
  return isAccepted;
}

export const registerVersions = (pool: PgPool): Promise<readonly RegisterVersion[]> =>
  inTransaction(pool, null, (client) => findVersions(client));

async function storeFile(pool: PgPool, format: RegisterFormat, version: number, file: string): Promise<ReadFile> {
  const { register } = format;
  let [facts, unreadable] = [0, 0];
  let end: ReadFile['end'] = null;
  let batch: Fact[] = [];
  const store = async (): Promise<void> => {
    const stored = batch;
    batch = [];
    if (stored.length > 0) await inTransaction(pool, null, (client) => storeFacts(client, register, version, stored));
  };
  for await (const line of createInterface({ input: opened(file), crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    // Anything after the last line belongs to another file.
    const read: RegisterLine = end === null ? format.read(line) : { kind: 'unreadable' };
    if (read.kind === 'end') end = read;
    else if (read.kind === 'unreadable') unreadable += 1;
    else batch.push({ key: read.key, position: (facts += 1), row: line });
    if (batch.length >= limits.registerBatch) await store();
  }
  await store();
  return { facts, unreadable, end };
}

function opened(file: string): Readable {
  const bytes = createReadStream(file);
  if (!file.endsWith('.gz')) return bytes;
  const gunzip = createGunzip();
  bytes.on('error', (error) => gunzip.destroy(error));
  return bytes.pipe(gunzip);
}
