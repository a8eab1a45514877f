import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { type Principal, resolvePerson } from '../../../../platform/auth/index.js';
import { databaseTime, newId, type Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { approvalEvent, approvalRequested, type RuleApproval } from '../domain/rule-approval.js';
import type { RuleSetRow } from '../../../decisions/rule-sets/index.js';
import type { Rule } from '../domain/rule.js';
import { ruleLimits } from '../domain/rule-limits.js';
import type { ChangeRuleBody } from '../dto/rule.bodies.js';
import { insertApproval } from '../persistence/approval-store.js';

const dayMs = 86_400_000;

type ApprovalSubject = Pick<RuleApproval, 'action' | 'version' | 'request' | 'reason'> &
  Partial<Pick<RuleApproval, 'ruleId' | 'ruleSetVersion' | 'riskMatrixId'>>;

async function storeApproval(
  client: Transaction,
  principal: Principal,
  { asked, what }: { readonly asked: ApprovalSubject; readonly what: string },
  now: Date,
): Promise<RuleApproval> {
  const { organizationId, actor } = principal;
  const approval: RuleApproval = {
    organizationId,
    id: newId(now.getTime()),
    ...{ ruleId: null, ruleSetVersion: null, riskMatrixId: null },
    ...asked,
    requestedBy: actor.id,
    requestedPerson: await resolvePerson(client, organizationId, actor.id),
    requestedAt: now,
    expiresAt: new Date((await databaseTime(client)).getTime() + ruleLimits.approvalDays * dayMs),
    status: 'pending',
    decidedBy: null,
    decidedAt: null,
    comment: null,
  };
  await insertApproval(client, approval);
  await writeEvents(client, [approvalEvent(approval, 'requested', now)]);
  await recordAudit(client, byPrincipal(principal), [approvalRequested(approval, what)]);
  return approval;
}

/** Shared names or a parameter whose meaning is to change. */
export type NamesApprovalRequest = Pick<RuleApproval, 'request' | 'reason' | 'version'> & {
  readonly action: 'library' | 'param';
};

/** Stores an approval request for shared names, valid for this version of the library. */
export const requestNamesApproval = (
  client: Transaction,
  principal: Principal,
  asked: NamesApprovalRequest,
  now: Date,
): Promise<RuleApproval> =>
  storeApproval(
    client,
    principal,
    {
      asked,
      what: asked.action === 'param' ? `parameter ${String(asked.request['name'])}` : 'shared names',
    },
    now,
  );

/** Stores a request to put a rule in force, for somebody else to decide. It is only valid for the current version of the rule. */
export function requestApproval(
  client: Transaction,
  principal: Principal,
  { id: ruleId, version, text }: Rule,
  body: ChangeRuleBody,
  now: Date,
): Promise<RuleApproval> {
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const asked: ApprovalSubject = {
    ruleId,
    action: 'publish',
    version,
    request: { ...sent, ifVersion: version },
    reason: body.reason ?? null,
  };
  return storeApproval(client, principal, { asked, what: `rule ${text.form.key}` }, now);
}

/** Stores a request for a rule set. It is valid as long as `previousVersion`, the set in force, stays. */
export function requestSetApproval(
  client: Transaction,
  principal: Principal,
  wanted: {
    readonly set: RuleSetRow;
    readonly reason: string;
    readonly restoreLists: boolean;
    readonly ifActive: string | null;
  },
  now: Date,
): Promise<RuleApproval> {
  const { set, reason, restoreLists, ifActive } = wanted;
  const asked: ApprovalSubject = {
    ruleSetVersion: set.version,
    action: 'activate',
    version: set.number,
    request: { reason, restoreLists, ifActive },
    reason,
  };
  return storeApproval(client, principal, { asked, what: `rule set ${set.number}` }, now);
}

/** Stores a request for another kind of change, as it was sent. */
export function requestChangeApproval(
  client: Transaction,
  principal: Principal,
  { what, request, ...asked }: Omit<ApprovalSubject, 'request'> & { readonly what: string; readonly request: object },
  now: Date,
): Promise<RuleApproval> {
  const subject = { ...asked, request: request as RuleApproval['request'] };
  return storeApproval(client, principal, { asked: subject, what }, now);
}
