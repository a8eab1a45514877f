import { type AuditSubject, recordAudit } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { approvalDecided, approvalEvent } from '../domain/rule-approval.js';
import type { LibraryNames } from '../domain/library-names.js';
import type { Rule } from '../domain/rule.js';
import { type OutdatedApprovals, withdrawApprovals } from '../persistence/approval-store.js';

/**
 * Withdraws pending approvals that were requested for something that has changed since, so that nobody approves something else than was
 * requested. Must be called in the transaction of the change, whose caller holds `lockPublishing`.
 */
export async function withdrawOutdated(
  client: Transaction,
  subject: AuditSubject,
  outdated: OutdatedApprovals,
): Promise<void> {
  const now = new Date();
  const withdrawn = await withdrawApprovals(client, subject, outdated, now);
  if (withdrawn.length === 0) return;
  const events = withdrawn.map((approval) => approvalEvent(approval, 'decided', now));
  await writeEvents(client, events);
  await recordAudit(client, subject, withdrawn.map(approvalDecided));
}

const requestAgain = 'submit a new request if it is still needed';

/** Publications of a rule that now has another version. */
export const outdatedByRuleChange = ({ id, version, status }: Rule): OutdatedApprovals => ({
  kind: 'rule',
  current: id,
  comment:
    status === 'archived' ? 'the rule has been archived' : `the rule now has version ${version}; ${requestAgain}`,
});

/** Changes of the guard of a rule that now has another one. */
export const outdatedByGuardChange = (ruleId: string): OutdatedApprovals => ({
  kind: 'guard',
  current: ruleId,
  comment: `the guard of the rule has been changed; ${requestAgain}`,
});

/** Publications of a rule that has violated its limits. */
export const outdatedByGuardTrip = (ruleId: string): OutdatedApprovals => ({
  kind: 'rule',
  current: ruleId,
  comment: `the guard of the rule has tripped; ${requestAgain}`,
});

/** Changes of a risk matrix that has changed. */
export const outdatedByMatrixChange = (id: string): OutdatedApprovals => ({
  kind: 'matrix',
  current: id,
  comment: `the risk matrix has been changed; ${requestAgain}`,
});

/** Decisions on a screening match that has been decided. */
export const outdatedByMatchDecision = (matchId: string): OutdatedApprovals => ({
  kind: 'match',
  current: matchId,
  comment: 'the match has been decided',
});

/** Publications of a rule whose text now has another meaning. */
export const outdatedByRebinding = ({ id }: Rule): OutdatedApprovals => ({
  kind: 'rule',
  current: id,
  comment: `shared names used by the rule have changed their meaning; ${requestAgain}`,
});

/** Changes of shared names and parameter values. */
export const outdatedByLibraryChange = ({ version }: LibraryNames): OutdatedApprovals => ({
  kind: 'names',
  current: version,
  comment: `the shared names now have version ${version}; ${requestAgain}`,
});

/** Rule sets that were to replace another set than the one now in force. */
export const outdatedByActivation = (version: string): OutdatedApprovals => ({
  kind: 'ruleSet',
  current: version,
  comment: `another rule set has become active; ${requestAgain}`,
});
