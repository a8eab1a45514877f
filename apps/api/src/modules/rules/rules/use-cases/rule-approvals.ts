import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { assertPermission, type Principal, resolvePerson } from '../../../../platform/auth/index.js';
import { SqlConditions, TenantDatabase, type Transaction, databaseTime } from '../../../../platform/database/index.js';
import {
  ApiError,
  checkVersion,
  notFound,
  type Page,
  type PageQuery,
  selectPage,
} from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { lockPublishing } from '../../../decisions/rule-sets/index.js';
import { applyOrganizationChange, RulePublication } from '../../../tenancy/organizations/index.js';
import {
  approvalDecided,
  approvalEvent,
  approvalStatus,
  type ApprovalStatus,
  type RuleApproval,
} from '../domain/rule-approval.js';
import type { Rule } from '../domain/rule.js';
import type { ChangeRuleBody } from '../dto/rule.bodies.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import {
  approvalColumns,
  type ApprovalRow,
  decideApproval,
  lockApproval,
  toApproval,
} from '../persistence/approval-store.js';
import { activateSet, type ActivationRequest } from './activate-rule-set.js';
import type { ActivationComparison } from '../domain/dry-run-port.js';
import { ActivationComparisons } from './activation-comparisons.js';
import { applyChange } from './apply-change.js';
import { toDuplicateRuleError } from './to-duplicate-rule-error.js';
import {
  type LibraryNamesRequest,
  type ParameterChange,
  replaceLibraryNames,
  setParameter,
} from './change-library-names.js';
import { GuardReferences } from './guard-references.js';
import { SecondPerson } from './second-person.js';

export interface ApprovalDecision {
  readonly id: string;
  readonly comment: string | null;
}

/** Result of an approval: the changed rule, or the rule set in force. */
export interface ApprovalResult {
  readonly approval: RuleApproval;
  readonly rule: Rule | null;
  readonly activation: ActivationComparison | null;
  /** Dry run that compares the set with the previous one; `null` if none was started. */
  readonly dryRunId: string | null;
}

/** Changes that wait for a second person. */
@Injectable()
export class RuleApprovals {
  constructor(
    private readonly database: TenantDatabase,
    private readonly references: GuardReferences,
    private readonly comparisons: ActivationComparisons,
    private readonly secondPerson: SecondPerson,
    private readonly publication: RulePublication,
  ) {}

  /** `GET /rules/approvals`: newest first. */
  async list(
    organizationId: string,
    query: PageQuery & { readonly status?: ApprovalStatus },
  ): Promise<Page<RuleApproval>> {
    const conditions = new SqlConditions(organizationId, 'a.organization_id');
    const { status } = query;
    const now = await databaseTime(this.database.forOrganization(organizationId));
    if (status === 'pending') conditions.add('a.expires_at > ?', now);
    if (status === 'expired') conditions.add('a.expires_at <= ?', now);
    if (status) conditions.add('a.status = ?', status === 'expired' ? 'pending' : status);
    const { rows, pagination } = await selectPage<ApprovalRow>(this.database.forOrganization(organizationId), {
      list: 'rule-approvals',
      columns: approvalColumns,
      from: 'rule_approvals a',
      conditions,
      query,
      sortBy: { column: 'a.requested_at', type: 'timestamptz', id: 'a.id' },
      descending: true,
    });
    return { rows: rows.map(toApproval), pagination };
  }

  /** Executes the stored request, checking its gates in their current state. Throws 403 `SELF_APPROVAL`, and the errors of the request. */
  async approve(principal: Principal, decision: ApprovalDecision, now: Date): Promise<ApprovalResult> {
    const done = await this.applyApproved(principal, decision, now);
    const { activation } = done;
    return { ...done, dryRunId: activation && (await this.comparisons.start(principal, activation, now)) };
  }

  private async applyApproved(
    principal: Principal,
    decision: ApprovalDecision,
    now: Date,
  ): Promise<Omit<ApprovalResult, 'dryRunId'>> {
    try {
      return await this.decidePending(principal, decision.id, async (client, pending) => {
        if (await isRequester(client, principal, pending))
          throw new ApiError('SELF_APPROVAL', 'A request must be approved by another person than the requester');
        // Stored before the change is made, because that withdraws other pending approvals that conflict with it.
        const approval = await storeDecision(client, principal, pending, { ...decision, status: 'approved', now });
        const done = await this.applyRequest(client, principal, pending, now);
        return { approval, ...done };
      });
    } catch (error) {
      throw toDuplicateRuleError(error);
    }
  }

  reject(principal: Principal, decision: ApprovalDecision, now: Date): Promise<RuleApproval> {
    return this.decidePending(principal, decision.id, (client, pending) =>
      storeDecision(client, principal, pending, { ...decision, status: 'rejected', now }),
    );
  }

  /** Throws 403 for anyone but the requester. */
  withdraw(principal: Principal, decision: ApprovalDecision, now: Date): Promise<RuleApproval> {
    return this.decidePending(principal, decision.id, async (client, pending) => {
      if (!(await isRequester(client, principal, pending)))
        throw new ApiError('FORBIDDEN', 'Only the requester can withdraw it');
      return storeDecision(client, principal, pending, { ...decision, status: 'withdrawn', now });
    });
  }

  /** Executes the request, checking its gates. */
  private async applyRequest(
    client: Transaction,
    principal: Principal,
    pending: RuleApproval,
    now: Date,
  ): Promise<Pick<ApprovalResult, 'rule' | 'activation'>> {
    const { references } = this;
    const { ruleId, ruleSetVersion, action, request, requestedBy } = pending;
    if (action === 'publish') {
      const change = { id: ruleId!, body: request as ChangeRuleBody, requestedBy, references };
      const rule = await applyChange(client, principal, change, now);
      if (!rule) throw new Error('an approved change waits for an approval');
      return { rule, activation: null };
    }
    if (action === 'activate') {
      const body = request as unknown as Omit<ActivationRequest, 'name'>;
      return { rule: null, activation: await activateSet(client, principal, { ...body, name: ruleSetVersion! }, now) };
    }
    if (action === 'library' || action === 'param') await applyNames(client, principal, pending, now);
    else if (action === 'settings') {
      // These requests belong to the tenancy modules, which do not know approvals.
      assertPermission(principal, 'organization:edit');
      await applyOrganizationChange(client, principal, request, this.publication);
    } else await this.secondPerson.perform(client, principal, pending, now);
    return { rule: null, activation: null };
  }

  private decidePending<T>(
    { organizationId }: Principal,
    id: string,
    decide: (client: Transaction, pending: RuleApproval) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const approval = await lockApproval(client, organizationId, id);
      if (!approval) throw notFound('Approval');
      const from = approvalStatus(approval, await databaseTime(client));
      if (from !== 'pending') throw invalidTransition(approval, from);
      return decide(client, approval);
    });
  }
}

const invalidTransition = ({ comment }: RuleApproval, from: ApprovalStatus): ApiError =>
  new ApiError('INVALID_STATUS_TRANSITION', `The approval is ${from}${comment === null ? '' : `: ${comment}`}`, {
    from,
  });

/** A request for shared names is only valid for the version on which it was based. */
async function applyNames(
  client: Transaction,
  principal: Principal,
  { action, version, request }: RuleApproval,
  now: Date,
): Promise<void> {
  const applying = { isApproved: true, now };
  const current = await readLibraryNames(client, principal.organizationId);
  checkVersion('The shared names', current.version, version);
  const done =
    action === 'param'
      ? await setParameter(client, principal, request as unknown as ParameterChange, applying)
      : await replaceLibraryNames(client, principal, request as unknown as LibraryNamesRequest, applying);
  if (!done) throw new Error('an approved change waits for an approval');
}

const isRequester = async (
  client: Transaction,
  { organizationId, actor }: Principal,
  { requestedPerson }: RuleApproval,
): Promise<boolean> => (await resolvePerson(client, organizationId, actor.id)) === requestedPerson;

async function storeDecision(
  client: Transaction,
  principal: Principal,
  pending: RuleApproval,
  { status, comment, now }: { readonly status: ApprovalStatus; readonly comment: string | null; readonly now: Date },
): Promise<RuleApproval> {
  const approval: RuleApproval = { ...pending, status, comment, decidedBy: principal.actor.id, decidedAt: now };
  await decideApproval(client, approval);
  await writeEvents(client, [approvalEvent(approval, 'decided', now)]);
  await recordAudit(client, byPrincipal(principal), [approvalDecided(approval)]);
  return approval;
}
