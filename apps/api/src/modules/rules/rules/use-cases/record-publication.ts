import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { Rule } from '../domain/rule.js';
import { storePublication } from '../persistence/rule-versions.js';

interface PublicationDetails {
  readonly reason: string | null;
  readonly dryRunId?: string | null;
  /** Requester of the change that the caller approves; `null` if no approval was required. */
  readonly requestedBy?: string | null;
}

/** Records with a version that it was put in force, inside the caller's transaction. */
export async function recordPublication(
  client: Transaction,
  { actor }: Principal,
  published: Rule,
  { reason, dryRunId = null, requestedBy = null }: PublicationDetails,
  now: Date,
): Promise<void> {
  const { version, shadowVersion } = published;
  await storePublication(client, published, {
    version,
    status: version === shadowVersion ? 'shadow' : 'active',
    reason,
    evidence: dryRunId === null ? null : { dryRunId },
    publishedBy: requestedBy ?? actor.id,
    approvedBy: requestedBy === null ? null : actor.id,
    publishedAt: now.toISOString(),
  });
}
