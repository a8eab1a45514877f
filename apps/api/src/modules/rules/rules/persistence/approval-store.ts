import type { AuditSubject } from '../../../../platform/audit/index.js';
import type { Queryable } from '../../../../platform/database/index.js';
import { stringifyJson } from '../../../../platform/http/index.js';
import type { RuleApproval } from '../domain/rule-approval.js';

export interface ApprovalRow extends Omit<RuleApproval, 'request'> {
  readonly request: string;
}

/** The column list of a query that reads an approval. */
export const approvalColumns = `a.organization_id as "organizationId", a.id, a.rule_id as "ruleId",
   a.rule_set_version as "ruleSetVersion", a.risk_matrix_id as "riskMatrixId", a.action, a.version, a.request,
   a.reason, a.requested_by as "requestedBy", a.requested_person as "requestedPerson", a.requested_at as "requestedAt",
   a.expires_at as "expiresAt", a.status, a.decided_by as "decidedBy", a.decided_at as "decidedAt", a.comment`;

export const toApproval = (row: ApprovalRow): RuleApproval => ({
  ...row,
  request: JSON.parse(row.request) as RuleApproval['request'],
});

/** Returns `null` if there is none. Nobody else can decide it until the transaction ends. */
export async function lockApproval(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<RuleApproval | null> {
  const { rows } = await client.query<ApprovalRow>(
    `select ${approvalColumns} from rule_approvals a where a.organization_id = $1 and a.id = $2 for update`,
    [organizationId, id],
  );
  return rows[0] ? toApproval(rows[0]) : null;
}

export async function insertApproval(client: Queryable, approval: RuleApproval): Promise<void> {
  await client.query(
    `insert into rule_approvals (organization_id, id, rule_id, action, version, request, reason, requested_by, requested_person,
       requested_at, expires_at, status, rule_set_version, risk_matrix_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      approval.organizationId,
      approval.id,
      approval.ruleId,
      approval.action,
      approval.version,
      stringifyJson(approval.request),
      approval.reason,
      approval.requestedBy,
      approval.requestedPerson,
      approval.requestedAt,
      approval.expiresAt,
      approval.status,
      approval.ruleSetVersion,
      approval.riskMatrixId,
    ],
  );
}

export async function decideApproval(client: Queryable, approval: RuleApproval): Promise<void> {
  const { organizationId, id, status, decidedBy, decidedAt, comment } = approval;
  await client.query(
    `update rule_approvals set status = $3, decided_by = $4, decided_at = $5, comment = $6
     where organization_id = $1 and id = $2`,
    [organizationId, id, status, decidedBy, decidedAt, comment],
  );
}

const outdatedConditions = {
  rule: `(a.rule_id = $5 or a.action = 'rules' and exists (
    select from json_array_elements(a.request::json -> 'rules') chosen where chosen ->> 'id' = $5::text))`,
  guard: `a.action = 'guard' and a.rule_id = $5`,
  matrix: 'a.risk_matrix_id = $5',
  match: `a.action = 'match_decision' and a.request::json ->> 'matchId' = $5`,
  names: `a.action in ('library', 'param') and a.version <> $5`,
  ruleSet: `a.action = 'activate' and a.request::json ->> 'ifActive' <> $5`,
} as const;

/** Selects approvals that can no longer lead to the requested change. */
export interface OutdatedApprovals {
  readonly kind: keyof typeof outdatedConditions;
  /** The rule, matrix or match; or the current version of the shared names or of the active rule set. */
  readonly current: string | number;
  /** Why. */
  readonly comment: string;
}

/** Returns the approvals that were pending, in their new state. */
export async function withdrawApprovals(
  client: Queryable,
  { organizationId, actor }: AuditSubject,
  { kind: which, current: now, comment }: OutdatedApprovals,
  at: Date,
): Promise<readonly RuleApproval[]> {
  const { rows } = await client.query<ApprovalRow>(
    `update rule_approvals a set status = 'withdrawn', decided_by = $2, decided_at = $3, comment = $4
     where a.organization_id = $1 and a.status = 'pending' and a.expires_at > $3 and ${outdatedConditions[which]}
     returning ${approvalColumns}`,
    [organizationId, actor.id, at, comment, now],
  );
  return rows.map(toApproval);
}
