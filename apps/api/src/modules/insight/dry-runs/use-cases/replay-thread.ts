import { appPool, inTransaction } from '../../../../platform/database/index.js';
import { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import { type SharedLists, ScreeningFacts, searchShared } from '../../../screening/rule-facts/index.js';
import type { ReplayResult } from '../domain/dry-run.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import { CheckpointRepository } from '../persistence/checkpoint-repository.js';
import { MatchWriter } from '../persistence/match-writer.js';
import type { DryRunOwner } from '../persistence/dry-run-owner.js';
import { replayRecords, type ReplayProgress } from './replay-records.js';

/** What a thread is given. */
export interface ReplayTask {
  readonly owner: DryRunOwner;
  readonly plan: ReplayPlan;
  /** Of the process, in memory that it shares. */
  readonly lists: SharedLists;
  /** That account numbers of the organization are sealed with. */
  readonly numberKey: Uint8Array;
  /** Where records are read, and where matches are written. */
  readonly readUrl: string;
  readonly writeUrl: string;
  /** Told of progress. */
  readonly port: { postMessage(progress: ReplayProgress): void };
}

/** What a replay came to, and how many records it was. They come together: what was told on the way may arrive later. */
export interface CompletedReplay {
  readonly result: ReplayResult;
  readonly recordsDone: number;
}

/** Entry of the thread: one replay over connections of its own. */
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
