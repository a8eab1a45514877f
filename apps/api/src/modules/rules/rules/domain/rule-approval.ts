import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';

export const approvalStatuses = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Changes of many rules, of guards and of matrices, and decisions about people on lists. */
const approvableChanges = [
  'rules',
  'guard',
  'matrix',
  'matrix_rules',
  'matrix_defaults',
  'matrix_params',
  'shared_matrix',
  'match_decision',
] as const;
export type ApprovableChange = (typeof approvableChanges)[number];

/** All actions that may require approval by a second person. */
export const approvalActions = ['publish', 'activate', 'library', 'param', 'settings', ...approvableChanges] as const;

/** A change that waits for approval by somebody other than its requester. */
export interface RuleApproval {
  readonly organizationId: string;
  readonly id: string;
  /** Set for a publication or a guard; `null` for anything else. */
  readonly ruleId: string | null;
  /** The set to be put in force; `null` for anything else. */
  readonly ruleSetVersion: string | null;
  /** `null` if it does not concern a matrix, or concerns more than one. */
  readonly riskMatrixId: string | null;
  readonly action: (typeof approvalActions)[number];
  /** Newest version of the rule, matrix or shared names at the time of the request, or the number of the rule set; 0 if there is none. */
  readonly version: number;
  /** Body of the request. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly requestedBy: string;
  /** The person behind `requestedBy`, such as the creator of the API key. */
  readonly requestedPerson: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  /** As stored: an approval past `expiresAt` is still `pending`. */
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
  readonly riskMatrixId: string | null;
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
  const { id, ruleId, ruleSetVersion, riskMatrixId, action, version } = approval;
  const { request, reason, requestedBy, decidedBy, comment } = approval;
  return {
    id,
    ruleId,
    ruleSetVersion,
    riskMatrixId,
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

/** Describes what an approval concerns, in words. */
function approvalSubject({ ruleId, ruleSetVersion, riskMatrixId, action, request }: RuleApproval): string {
  if (ruleId !== null) return `${action === 'guard' ? 'the guard of ' : ''}rule ${ruleId}`;
  if (ruleSetVersion !== null) return `rule set ${ruleSetVersion}`;
  if (riskMatrixId !== null) return `risk matrix ${riskMatrixId}`;
  if (action === 'matrix_defaults') return 'default risk matrices';
  if (action === 'settings') return 'settings of the organization';
  if (action === 'rules') return `${(request['rules'] as readonly unknown[]).length} rules`;
  if (action === 'match_decision') return `screening match ${String(request['matchId'])}`;
  return action === 'param' ? `parameter ${String(request['name'])}` : 'shared names';
}

function auditTarget({ organizationId, ruleId, ruleSetVersion, riskMatrixId, action, id, request }: RuleApproval) {
  const relatedIds = {
    approvalId: id,
    ...(ruleId !== null && { ruleId }),
    ...(ruleSetVersion !== null && { ruleSetVersion }),
  };
  if (ruleId !== null) return { resourceType: 'rule', resourceId: ruleId, relatedIds };
  if (ruleSetVersion !== null) return { resourceType: 'rule_set', resourceId: ruleSetVersion, relatedIds };
  if (riskMatrixId !== null) return { resourceType: 'risk_matrix', resourceId: riskMatrixId, relatedIds };
  if (action === 'settings') return { resourceType: 'organization', resourceId: organizationId, relatedIds };
  if (action === 'match_decision')
    return { resourceType: 'screening_match', resourceId: String(request['matchId']), relatedIds };
  if (action === 'rules') return { resourceType: 'rules', resourceId: organizationId, relatedIds };
  if (action === 'matrix_defaults')
    return { resourceType: 'risk_matrix_defaults', resourceId: organizationId, relatedIds };
  return { resourceType: 'rule_library', resourceId: organizationId, relatedIds };
}

/** Returns the audit entry for a request. `what` is, for example, `rule velocity_burst`. */
export const approvalRequested = (approval: RuleApproval, what: string): AuditEntry => ({
  ...auditTarget(approval),
  event: 'rule_approval_requested',
  summary: `${what}: a change waits for approval by a second person`,
  reason: approval.reason,
});

export const approvalDecided = (approval: RuleApproval): AuditEntry => ({
  ...auditTarget(approval),
  event: 'rule_approval_decided',
  summary: `${approval.action === 'publish' || approval.action === 'activate' ? 'publication' : 'change'} of ${approvalSubject(approval)} ${approval.status}`,
  reason: approval.comment,
});

const approvalEvents = { requested: 'rule.approval_requested', decided: 'rule.approval_decided' } as const;

export const approvalEvent = (approval: RuleApproval, event: keyof typeof approvalEvents, now: Date): OutboxEvent => ({
  organizationId: approval.organizationId,
  event: approvalEvents[event],
  payload: { approval: approvalView(approval, now) },
});
