import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';

export const approvalStatuses = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** A publication that waits for somebody else than who asked for it. */
export interface RuleApproval {
  readonly organizationId: string;
  readonly id: string;
  /** Null: it is about a rule set, or about names that rules share. */
  readonly ruleId: string | null;
  /** The set that is to be in force; null: it is about something else. */
  readonly ruleSetVersion: string | null;
  readonly action: 'publish' | 'activate' | 'library' | 'param';
  /** The newest version of the rule, or of the shared names, when it was asked for; the number of the rule set. */
  readonly version: number;
  /** The body of the request. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly requestedBy: string;
  /** Who stands behind `requestedBy`: the person who made the key. */
  readonly requestedPerson: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  /** As stored: one that is past `expiresAt` is still `pending`. */
  readonly status: ApprovalStatus;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly comment: string | null;
}

export const approvalStatus = ({ status, expiresAt }: RuleApproval, now: Date): ApprovalStatus =>
  status === 'pending' && expiresAt <= now ? 'expired' : status;

export interface ApprovalView {
  readonly id: string;
  readonly ruleId: string | null;
  readonly ruleSetVersion: string | null;
  readonly action: string;
  readonly version: number;
  readonly request: object;
  readonly reason: string | null;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
  readonly status: ApprovalStatus;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly comment: string | null;
}

export function approvalView(approval: RuleApproval, now: Date): ApprovalView {
  const { id, ruleId, ruleSetVersion, action, version, request, reason, requestedBy, decidedBy, comment } = approval;
  return {
    id,
    ruleId,
    ruleSetVersion,
    action,
    version,
    request,
    reason,
    requestedBy,
    requestedAt: approval.requestedAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    status: approvalStatus(approval, now),
    decidedBy,
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    comment,
  };
}

/** What an approval is about, in words. */
function approvalSubject({ ruleId, ruleSetVersion, action, request }: RuleApproval): string {
  if (ruleId !== null) return `rule ${ruleId}`;
  if (ruleSetVersion !== null) return `rule set ${ruleSetVersion}`;
  return action === 'param' ? `parameter ${String(request['name'])}` : 'shared names';
}

function auditTarget({ organizationId, ruleId, ruleSetVersion, id }: RuleApproval) {
  const relatedIds = {
    approvalId: id,
    ...(ruleId !== null && { ruleId }),
    ...(ruleSetVersion !== null && { ruleSetVersion }),
  };
  if (ruleId !== null) return { resourceType: 'rule', resourceId: ruleId, relatedIds };
  if (ruleSetVersion !== null) return { resourceType: 'rule_set', resourceId: ruleSetVersion, relatedIds };
  return { resourceType: 'rule_library', resourceId: organizationId, relatedIds };
}

/** `what`: `rule velocity_burst`. */
export const approvalRequested = (approval: RuleApproval, what: string): AuditEntry => ({
  ...auditTarget(approval),
  event: 'rule_approval_requested',
  summary: `${what}: a publication waits for a second person`,
  reason: approval.reason,
});

export const approvalDecided = (approval: RuleApproval): AuditEntry => ({
  ...auditTarget(approval),
  event: 'rule_approval_decided',
  summary: `publication of ${approvalSubject(approval)} ${approval.status}`,
  reason: approval.comment,
});

const approvalEvents = { requested: 'rule.approval_requested', decided: 'rule.approval_decided' } as const;

export const approvalEvent = (approval: RuleApproval, event: keyof typeof approvalEvents, now: Date): OutboxEvent => ({
  organizationId: approval.organizationId,
  event: approvalEvents[event],
  payload: { approval: approvalView(approval, now) },
});
