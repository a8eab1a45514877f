import { isDeepStrictEqual } from 'node:util';

import { findTransactionContexts } from '../../../events/transactions/index.js';
import { limits } from '../../../../platform/limits.js';
import { readsMember } from '../domain/window-lookback.js';
import type { PastTransactionRow } from '../persistence/past-transactions.js';
import type { ReplayContext } from './replay-context.js';

/** Members that a patch can change; the time of the change is not stored. */
const patchable = ['channel', 'reason', 'metadata', 'deviceDetails'] as const;

/** Records in the exactness log the payments that changed later, while windows read them as their evaluation saw them. */
export async function recordLaterChanges(past: ReplayContext, rows: readonly PastTransactionRow[]): Promise<void> {
  const { client, organizationId, numbers, reach, exactness } = past;
  const reads = (...members: readonly string[]): boolean => readsMember(reach, 'transactions', members);
  const decided = rows.filter(({ context }) => context !== null);
  const again = decided.filter((row) => (row.last_risk_evaluation_at ?? 0) > (row.evaluated_at ?? 0));
  if (reads('decision', 'riskScore'))
    exactness.record('transactions', 'rules were evaluated again later; windows read its first decision', again.length);
  const full = decided.filter((row) => row.status_history.length >= limits.transactionStatusMoves);
  if (reads('status')) exactness.record('transactions', 'its oldest status changes are no longer stored', full.length);
  const members = patchable.filter((member) => reads(member));
  const touched = members.length === 0 ? [] : decided.filter((row) => row.updated_at > row.created_at);
  const ids = touched.map(({ id }) => id);
  const stored = await findTransactionContexts(client, organizationId, ids, numbers);
  const patched = touched.filter(({ id, context }) => {
    const now = stored.get(id)?.context;
    return now && members.some((member) => !isDeepStrictEqual(now[member], context![member]));
  });
  exactness.record('transactions', 'was changed after its evaluation; windows read it as of then', patched.length);
}
