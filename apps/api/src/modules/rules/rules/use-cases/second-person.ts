import { Injectable } from '@nestjs/common';

import { assertPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { lockPublishing } from '../../../decisions/rule-sets/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import type { ApprovableChange, RuleApproval } from '../domain/rule-approval.js';
import type { AppliedOrPending } from './change-library-names.js';
import { requestChangeApproval } from './request-approval.js';

/** Result of a change. */
export interface PerformedChange<T> {
  readonly value: T;
  /** Whether it changes decisions, or loosens restrictions of rules, so that it waits if the policy requires a second person. */
  readonly waits: boolean;
}

/** A change that may require approval by a second person, identified by the action of its approvals. */
export interface ApprovableAction<Request extends object, T> {
  readonly action: ApprovableChange;
  /** Returns the permission required by the route of the request, which the approver must have as well. */
  permission(request: Request): Permission;
  /** Returns what the request concerns, at the time of the request; `request` is executed again on approval. */
  describe(client: Transaction, organizationId: string, request: Request): Promise<DescribedChange<Request>>;
  /**
   * Makes the change in the transaction of the caller, who must hold `lockPublishing`. `requestedBy` is the principal whose request is being
   * approved.
   */
  perform(
    client: Transaction,
    principal: Principal,
    request: Request,
    now: Date,
    requestedBy?: string,
  ): Promise<PerformedChange<T>>;
}

export interface DescribedChange<Request> extends Pick<RuleApproval, 'version' | 'reason'> {
  readonly ruleId?: string;
  readonly riskMatrixId?: string;
  readonly request: Request;
  /** In words, such as `guard of the rule velocity`. */
  readonly what: string;
}

/** Makes changes immediately, or lets them wait for a second person if the policy of the organization requires one. */
@Injectable()
export class SecondPerson {
  private readonly actions = new Map<ApprovableChange, ApprovableAction<object, unknown>>();

  constructor(private readonly database: TenantDatabase) {}

  /** Registers the change that executes approvals of its action. */
  register<Request extends object, T>(change: ApprovableAction<Request, T>): void {
    this.actions.set(change.action, change);
  }

  /** If an approval is returned, nothing has changed yet. */
  submit<Request extends object, T>(
    principal: Principal,
    change: ApprovableAction<Request, T>,
    request: Request,
    now: Date,
  ): Promise<AppliedOrPending<T>> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const undo = await client.undoPoint();
      const { value, waits } = await change.perform(client, principal, request, now);
      const { rulePolicy } = await findSettings(client, organizationId);
      if (!waits || !rulePolicy.requireSecondPerson) return { done: value, approval: null };
      await undo();
      return { done: null, approval: await this.request(client, principal, change, request, now) };
    });
  }

  /** Lets a change wait for approval, in a transaction of the caller, regardless of the policy for rules. */
  async request<Request extends object, T>(
    client: Transaction,
    principal: Principal,
    change: ApprovableAction<Request, T>,
    request: Request,
    now: Date,
  ): Promise<RuleApproval> {
    const described = await change.describe(client, principal.organizationId, request);
    return requestChangeApproval(client, principal, { action: change.action, ...described }, now);
  }

  /** Makes an approved change on behalf of the approver. Throws the errors of the change, and 403 if the approver may not make it. */
  async perform(client: Transaction, principal: Principal, approval: RuleApproval, now: Date): Promise<void> {
    const { action } = approval;
    const change = this.actions.get(action as ApprovableChange);
    if (!change) throw new Error(`approvals of ${action} have no handler`);
    assertPermission(principal, change.permission(approval.request));
    await change.perform(client, principal, approval.request, now, approval.requestedBy);
  }
}
