import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { findSettings } from '../../tenancy/organization-settings/index.js';
import { lockPublishing } from '../../decisions/rule-sets/index.js';
import {
  armGuard,
  deleteGuard,
  findRule,
  type Guard,
  guardChanged,
  GuardReferences,
  type GuardTrip,
  storeGuard,
  listTrips,
  assertGuarded,
  type Rule,
} from '../rules/index.js';

/** A rule with its guard, and every time it left its limits. */
export interface GuardedRule {
  readonly rule: Rule;
  readonly history: readonly GuardTrip[];
}

/** `GET`, `PUT` and `DELETE /rules/{id}/guard`. */
@Injectable()
export class RuleGuards {
  constructor(
    private readonly database: TenantDatabase,
    private readonly references: GuardReferences,
  ) {}

  read({ organizationId }: Principal, id: string): Promise<GuardedRule> {
    return this.database.transaction(organizationId, (client) => readGuardedRule(client, organizationId, id));
  }

  /** Counts from now on. Throws 422 `EVIDENCE_MISSING` where it compares with a dry run and there is none. */
  set(principal: Principal, id: string, guard: Guard, now: Date): Promise<GuardedRule> {
    const { organizationId, actor } = principal;
    return this.updateGuard(principal, id, async (client, rule) => {
      await storeGuard(client, principal, { rule, guard, references: this.references, now });
      await armGuard(client, { organizationId, ruleId: id }, { by: actor.id, now });
    });
  }

  /** Throws 422 `EVIDENCE_MISSING` where the rule decides and the policy of the organization asks for its guard. */
  remove(principal: Principal, id: string, now: Date): Promise<GuardedRule> {
    const { organizationId } = principal;
    return this.updateGuard(principal, id, async (client, rule) => {
      if (!(await deleteGuard(client, { organizationId, ruleId: id }, now))) throw notFound('Guard');
      const { rulePolicy } = await findSettings(client, organizationId);
      assertGuarded(rulePolicy, [{ ...rule, guard: null }]);
    });
  }

  private updateGuard(
    principal: Principal,
    id: string,
    change: (client: Transaction, rule: Rule) => Promise<void>,
  ): Promise<GuardedRule> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const before = await findRule(client, organizationId, id, true);
      if (!before) throw notFound('Rule');
      if (before.status === 'archived')
        throw new ApiError('INVALID_STATUS_TRANSITION', 'An archived rule has no guard', { from: before.status });
      await change(client, before);
      const changed = await readGuardedRule(client, organizationId, id);
      await recordAudit(client, byPrincipal(principal), [guardChanged(changed.rule, before.guard)]);
      return changed;
    });
  }
}

async function readGuardedRule(client: Transaction, organizationId: string, id: string): Promise<GuardedRule> {
  const rule = await findRule(client, organizationId, id);
  if (!rule) throw notFound('Rule');
  return { rule, history: await listTrips(client, { organizationId, ruleId: id }) };
}
