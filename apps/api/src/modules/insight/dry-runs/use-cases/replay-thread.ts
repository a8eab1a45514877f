import { appPool, inTransaction } from '../../../../platform/database/index.js';
import { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import { type SharedLists, ScreeningFacts, searchShared } from '../../../screening/rule-facts/index.js';
import type { ReplayResult } from '../domain/dry-run.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import { CheckpointRepository } from '../persistence/checkpoint-repository.js';
import { MatchWriter } from '../persistence/match-writer.js';
import type { DryRunOwner } from '../persistence/dry-run-owner.js';
import { replayRecords, type ReplayProgress } from './replay-records.js';

/** Input of a worker thread. */
export interface ReplayTask {
  readonly owner: DryRunOwner;
  readonly plan: ReplayPlan;
  /** Lists of the process, in shared memory. */
  readonly lists: SharedLists;
  /** Key with which the organization's account numbers are encrypted. */
  readonly numberKey: Uint8Array;
  /** Database URLs for reading records and for writing matches. */
  readonly readUrl: string;
  readonly writeUrl: string;
  /** Receives the progress. */
  readonly port: { postMessage(progress: ReplayProgress): void };
}

/** Result of a replay, with the number of records. They are returned together, because progress messages may arrive later. */
export interface CompletedReplay {
  readonly result: ReplayResult;
  readonly recordsDone: number;
}

/** Entry point of the worker thread: performs one replay over its own database connections. */
export async function replay({
  owner,
  plan,
  lists,
  numberKey,
  readUrl,
  writeUrl,
  port,
}: ReplayTask): Promise<CompletedReplay> {
  const reading = appPool(readUrl, 1, 'tamis-dry-run');
  const writing = appPool(writeUrl, 1, 'tamis-dry-run');
  try {
    const writer = new MatchWriter(writing, owner);
    const checkpoints = new CheckpointRepository(writing, owner);
    let recordsDone = 0;
    const onProgress = (progress: ReplayProgress): void => {
      ({ recordsDone } = progress);
      port.postMessage(progress);
    };
    const numbers = new AccountNumberCipher(numberKey);
    const screenings = new ScreeningFacts(searchShared(lists));
    const result = await inTransaction(reading, owner.organizationId, (client) =>
      replayRecords(client, owner.organizationId, { plan, numbers, screenings }, { writer, checkpoints, onProgress }),
    );
    return { result, recordsDone };
  } finally {
    await Promise.all([reading.end(), writing.end()]);
  }
}
