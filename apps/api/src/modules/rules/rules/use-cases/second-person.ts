import { Injectable } from '@nestjs/common';

import { assertPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { lockPublishing } from '../../../decisions/rule-sets/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import type { ApprovableChange, RuleApproval } from '../domain/rule-approval.js';
import type { AppliedOrPending } from './change-library-names.js';
import { requestChangeApproval } from './request-approval.js';

/** What a change came to. */
export interface PerformedChange<T> {
  readonly value: T;
  /** It changes what decides, or loosens what rules are held to: it waits where the policy asks for a second person. */
  readonly waits: boolean;
}

/** A change that a second person may have to approve, by the action of its approvals. */
export interface ApprovableAction<Request extends object, T> {
  readonly action: ApprovableChange;
  /** What the route of the request asks for, which whoever approves it must hold as well. */
  permission(request: Request): Permission;
  /** What the request is about, as it is when it is asked; `request` is what runs again when it is approved. */
  describe(client: Transaction, organizationId: string, request: Request): Promise<DescribedChange<Request>>;
  /** Makes the change in the transaction of the caller, who holds `lockPublishing`. */
  perform(client: Transaction, principal: Principal, request: Request, now: Date): Promise<PerformedChange<T>>;
}

export interface DescribedChange<Request> extends Pick<RuleApproval, 'version' | 'reason'> {
  readonly ruleId?: string;
  readonly riskMatrixId?: string;
  readonly request: Request;
  /** In words: `guard of the rule velocity`. */
  readonly what: string;
}

/** Makes changes at once, or has them wait for a second person where the policy of the organization asks for one. */
@Injectable()
export class SecondPerson {
  private readonly actions = new Map<ApprovableChange, ApprovableAction<object, unknown>>();

  constructor(private readonly database: TenantDatabase) {}

  /** Approvals of the action are carried out by it. */
  register<Request extends object, T>(change: ApprovableAction<Request, T>): void {
    this.actions.set(change.action, change);
  }

  /** With an approval nothing has changed yet. */
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

  /** Has a change wait, in a transaction of the caller, whatever the policy of rules asks for. */
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

  /** Does what was approved, by who approves it. Throws what the change throws, and 403 for who may not make it. */
  async perform(client: Transaction, principal: Principal, approval: RuleApproval, now: Date): Promise<void> {
    const { action } = approval;
    const change = this.actions.get(action as ApprovableChange);
    if (!change) throw new Error(`nothing carries out approvals of ${action}`);
    assertPermission(principal, change.permission(approval.request));
    await change.perform(client, principal, approval.request, now);
  }
}
