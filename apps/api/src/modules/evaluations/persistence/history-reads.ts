import type { DataAnswer } from '@tamis/lang';

import type { Queryable } from '../../../platform/database/index.js';
import type { HistoryRead } from '../domain/history-read.js';
import type { RunMoment } from '../domain/run-moment.js';
import { firstSeen } from './first-seen.js';
import { networkRisk } from './network-risk.js';
import { sharedWith } from './shared-with.js';

/** Answers what a run asks of records of all time, in order. */
export function answerHistory(
  client: Queryable,
  organizationId: string,
  moment: RunMoment,
  reads: readonly HistoryRead[],
): Promise<readonly DataAnswer[]> {
  return Promise.all(
    reads.map((read) => {
      switch (read.kind) {
        case 'firstSeen':
          return firstSeen(client, organizationId, moment, read);
        case 'sharedWith':
          return sharedWith(client, organizationId, moment, read);
        case 'networkRisk':
          return networkRisk(client, organizationId, read);
      }
    }),
  );
}
