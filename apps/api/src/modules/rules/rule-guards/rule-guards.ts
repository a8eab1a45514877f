import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { findSettings } from '../../tenancy/organization-settings/index.js';
import {
  type AppliedOrPending,
  type ApprovableAction,
  armGuard,
  deleteGuard,
  findRule,
  type Guard,
  guardChanged,
  GuardReferences,
  type GuardTrip,
  storeGuard,
  isDeciding,
  isGuardLoosened,
  listTrips,
  outdatedByGuardChange,
  type PerformedChange,
  assertGuarded,
  type Rule,
  SecondPerson,
  withdrawOutdated,
} from '../rules/index.js';

/** A rule with its guard, and every time it violated its limits. */
export interface GuardedRule {
  readonly rule: Rule;
  readonly history: readonly GuardTrip[];
}

/** The guard that a rule is to have; `null` for none. */
interface GuardRequest {
  readonly ruleId: string;
  readonly guard: Guard | null;
}

/** `GET`, `PUT` and `DELETE /rules/{id}/guard`. */
@Injectable()
export class RuleGuards {
  private readonly change: ApprovableAction<GuardRequest, GuardedRule> = {
    action: 'guard',
    permission: () => 'rules:publish',
    describe: async (client, organizationId, request) => {
      const rule = (await findRule(client, organizationId, request.ruleId))!;
      const { id: ruleId, version } = rule;
      return { ruleId, version, request, reason: null, what: `guard of the rule ${rule.text.form.key}` };
    },
    perform: (client, principal, request, now) => this.updateGuard(client, principal, request, now),
  };

  constructor(
    private readonly database: TenantDatabase,
    private readonly references: GuardReferences,
    private readonly secondPerson: SecondPerson,
  ) {
    secondPerson.register(this.change);
  }

  read({ organizationId }: Principal, id: string): Promise<GuardedRule> {
    return this.database.transaction(organizationId, (client) => readGuardedRule(client, organizationId, id));
  }

  /**
   * Sets the guard, which counts from now on; null removes it. Loosening the guard of a deciding rule waits for a second person, if the
   * policy requires one. Throws 422 `EVIDENCE_MISSING` if it compares with a dry run and there is none, and if the policy requires a guard
   * and the rule would decide without one.
   */
  set(principal: Principal, ruleId: string, guard: Guard | null, now: Date): Promise<AppliedOrPending<GuardedRule>> {
    return this.secondPerson.submit(principal, this.change, { ruleId, guard }, now);
  }

  private async updateGuard(
    client: Transaction,
    principal: Principal,
    { ruleId: id, guard }: GuardRequest,
    now: Date,
  ): Promise<PerformedChange<GuardedRule>> {
    const { organizationId, actor } = principal;
    const before = await findRule(client, organizationId, id, 'locked');
    if (!before) throw notFound('Rule');
    if (before.status === 'archived')
      throw new ApiError('INVALID_STATUS_TRANSITION', 'An archived rule has no guard', { from: before.status });
    if (guard) {
      await storeGuard(client, principal, { rule: before, guard, references: this.references, now });
      await armGuard(client, { organizationId, ruleId: id }, { by: actor.id, now });
    } else await this.endGuard(client, before, now);
    const changed = await readGuardedRule(client, organizationId, id);
    await withdrawOutdated(client, byPrincipal(principal), outdatedByGuardChange(id));
    await recordAudit(client, byPrincipal(principal), [guardChanged(changed.rule, before.guard)]);
    return { value: changed, waits: isDeciding(before) && isGuardLoosened(before.guard, guard) };
  }

  private async endGuard(client: Transaction, rule: Rule, now: Date): Promise<void> {
    const { organizationId, id: ruleId } = rule;
    if (!(await deleteGuard(client, { organizationId, ruleId }, now))) throw notFound('Guard');
    const { rulePolicy } = await findSettings(client, organizationId);
    assertGuarded(rulePolicy, [{ ...rule, guard: null }]);
  }
}

async function readGuardedRule(client: Transaction, organizationId: string, id: string): Promise<GuardedRule> {
  const rule = await findRule(client, organizationId, id);
  if (!rule) throw notFound('Rule');
  return { rule, history: await listTrips(client, { organizationId, ruleId: id }) };
}
