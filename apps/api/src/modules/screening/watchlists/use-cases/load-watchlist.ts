import { Logger } from '@nestjs/common';
import { indexFormat } from '@tamis/screening';
import { type ListFileOnDisk, loadInThread } from '@tamis/screening-pool';
import { failure, ok, type Result } from '@tamis/stdx';
import { disbeliefs, type WatchlistSource } from '@tamis/watchlists';

import { inTransaction, type PgPool, type Queryable } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { CheckedVersion, LoadOutcome, ReadVersion } from '../domain/watchlist-version.js';
import { storeClusters } from '../persistence/cluster-store.js';
import {
  countChanges,
  findServingIds,
  noteRemoved,
  storeChunk,
  storeEntries,
  storeIndexSize,
} from '../persistence/entry-store.js';
import {
  beginVersion,
  type BegunVersion,
  confirmCurrent,
  findCurrentSummary,
  findVersions,
  isIndexCurrent,
  keepAside,
  keepLoading,
  lockCurrent,
  lockKeptAside,
  publish,
  removeOldEntries,
  removeParts,
  removeVersions,
  storeSummary,
} from '../persistence/version-store.js';

const heartbeatMs = 10_000;
const noChanges = { added: 0, changed: 0, removed: 0 };

/**
 * Loads the files of a list as a new version: a worker thread reads them, differences from the current version are stored in batches, and
 * one transaction makes it current. The previous version stays in use until then, and beyond that if the new one is not accepted.
 */
export async function loadWatchlist(
  pool: PgPool,
  source: Pick<WatchlistSource, 'code' | 'minimumEntries'>,
  files: readonly ListFileOnDisk[],
): Promise<Result<LoadOutcome, string>> {
  const begun = await inTransaction(pool, null, (client) => beginVersion(client, source.code));
  if (begun === null)
    return failure(`another load of ${source.code} is in progress or has just ended; try again in a minute`);
  const loading = new Loading(pool, source, begun);
  const heart = setInterval(() => void loading.keepAlive(), heartbeatMs).unref();
  try {
    return ok(await loading.load(files));
  } catch (error) {
    // Its stored data is not visible to anyone, and is removed now rather than with the next load.
    await inTransaction(pool, null, (client) =>
      removeVersions(client, source.code, `version = ${begun.version} and state = 'loading'`),
    ).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heart);
  }
}

class Loading {
  private readonly seen = new Set<string>();
  private readonly logger = new Logger('watchlists');

  constructor(
    private readonly pool: PgPool,
    private readonly source: Pick<WatchlistSource, 'code' | 'minimumEntries'>,
    private readonly begun: BegunVersion,
  ) {}

  async keepAlive(): Promise<void> {
    await this.store((client) => keepLoading(client, this.begun)).catch((error: unknown) =>
      this.logger.warn(`${this.begun.code}: renewing the lease of the load failed: ${String(error)}`),
    );
  }

  async load(files: readonly ListFileOnDisk[]): Promise<LoadOutcome> {
    let examples: readonly string[] = [];
    let read: ReadVersion | null = null;
    const doubts: string[] = [];
    for await (const message of loadInThread({ code: this.begun.code, files }, limits.watchlistThreadMb)) {
      if (message.kind === 'refused') doubts.push(message.reason);
      else if (message.kind === 'end') ({ examples } = read = message);
      else {
        for (const { id } of message.entries) this.seen.add(id);
        if (message.entries.length > 0) await this.store((client) => storeEntries(client, this.begun, message.entries));
      }
    }
    if (read === null) return this.refuse(doubts);
    await this.noteRemoved();
    await this.storeIndex(read.block);
    return { ...(await this.store((client) => this.end(client, read))), examples };
  }

  private store<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, null, work);
  }

  /** An incomplete version cannot be accepted. */
  private async refuse(reasons: readonly string[]): Promise<LoadOutcome> {
    const { code, version } = this.begun;
    return this.store(async (client) => {
      const doubts = [...disbeliefs(this.source, null, null), ...reasons];
      await removeParts(client, code, [version]);
      await keepAside(client, this.begun, doubts, false);
      const none = { entries: 0, unreadable: 0, publishedOn: null, examples: [] };
      return { code, version, state: 'kept_aside', ...none, changes: noChanges, doubts };
    });
  }

  private async noteRemoved(): Promise<void> {
    const most = limits.watchlistBatch;
    let after = '';
    for (;;) {
      const ids = await this.store((client) => findServingIds(client, this.begun, after, most));
      const removed = ids.filter((id) => !this.seen.has(id));
      if (removed.length > 0) await this.store((client) => noteRemoved(client, this.begun, removed));
      if (ids.length < most) return;
      after = ids.at(-1)!;
    }
  }

  private async storeIndex(block: SharedArrayBuffer): Promise<void> {
    const bytes = limits.watchlistChunkBytes;
    for (let [part, at] = [0, 0]; at < block.byteLength; part += 1, at += bytes) {
      const chunk = Buffer.from(block, at, Math.min(bytes, block.byteLength - at));
      await this.store((client) => storeChunk(client, this.begun, part, chunk));
    }
    await this.store((client) => storeIndexSize(client, this.begun, indexFormat, block.byteLength));
  }

  private async end(client: Queryable, { summary, counts }: ReadVersion): Promise<Omit<LoadOutcome, 'examples'>> {
    const { code, version, base } = this.begun;
    const current = await lockCurrent(client, code);
    if (!(await keepLoading(client, this.begun))) throw new Error(`loading ${code} took too long between two steps`);
    const doubts = [...disbeliefs(this.source, summary, await findCurrentSummary(client, code))];
    const isOutrun = current !== base;
    if (isOutrun) doubts.push(`version ${current} became current in the meantime; load these files again`);
    const changes = await countChanges(client, this.begun);
    const { entries, unreadable, generatedOn: publishedOn } = summary;
    const outcome = { code, version, entries, unreadable, publishedOn, changes, doubts };
    const isSame = base !== null && Object.values(changes).every((count) => count === 0);
    // Unless an earlier build wrote the search index, in which case the same entries are stored again.
    if (doubts.length === 0 && isSame && (await isIndexCurrent(client, code, indexFormat))) {
      await removeVersions(client, code, `version = ${version}`);
      await confirmCurrent(client, code, publishedOn);
      return { ...outcome, version: base, state: 'unchanged' };
    }
    if (!isOutrun) await storeSummary(client, this.begun, summary, counts);
    else await removeParts(client, code, [version]);
    if (doubts.length === 0) {
      await serve(client, this.begun);
      return { ...outcome, state: 'current' };
    }
    await keepAside(client, this.begun, doubts, !isOutrun);
    return { ...outcome, state: 'kept_aside' };
  }
}

async function serve(client: Queryable, begun: BegunVersion): Promise<void> {
  await publish(client, begun);
  await storeClusters(client);
  await removeOldEntries(client, begun.code, limits.watchlistKeptDays);
}

/** Puts a version that was kept aside into use, after somebody has reviewed it. */
export async function acceptWatchlist(pool: PgPool, code: string, version: number): Promise<Result<null, string>> {
  return inTransaction(pool, null, async (client) => {
    const current = await lockCurrent(client, code);
    const kept = await lockKeptAside(client, code, version);
    if (kept === null) return failure(`no version ${version} of ${code} is quarantined`);
    if (!kept.isWhole) return failure(`version ${version} of ${code} is incomplete: load its files again`);
    if (kept.base !== current)
      return failure(
        `version ${version} of ${code} was compared with another version than the current ${current}: load its files again`,
      );
    await serve(client, kept);
    return ok(null);
  });
}

export const watchlistVersions = (pool: PgPool): Promise<readonly CheckedVersion[]> =>
  inTransaction(pool, null, (client) => findVersions(client));
