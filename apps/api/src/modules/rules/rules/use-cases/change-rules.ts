import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { readPointer } from '../../../decisions/rule-sets/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import type { Rule } from '../domain/rule.js';
import type { ChangeRulesBody } from '../dto/change-rules.body.js';
import { findRule } from '../persistence/rule-store.js';
import { publishChanges, type StoredChange, storeGatedChange } from './apply-change.js';
import type { AppliedOrPending } from './change-library-names.js';
import { GuardReferences } from './guard-references.js';
import { missingRuleError } from './read-shared-rules.js';
import { type ApprovableAction, type DescribedChange, type PerformedChange, SecondPerson } from './second-person.js';

export interface ChangedRules {
  readonly rules: readonly Rule[];
  /** Version of the active rule set; `null` if there is none. */
  readonly ruleSetVersion: string | null;
}

/** Why one of the rules cannot be changed, as the response lists it. */
interface FailedRule {
  readonly index: number;
  readonly id: string;
  /** `null` if it is not a rule of the organization. */
  readonly key: string | null;
  readonly error: ApiError;
}

/** Errors that do not concern one rule more than another. */
const ofTheRequest: ReadonlySet<string> = new Set(['FORBIDDEN', 'SERVICE_UNAVAILABLE']);

/** `POST /rules/bulk`: changes many rules in the same way, all or none, as one rule set. */
@Injectable()
export class ChangeRules {
  private readonly bulkChange: ApprovableAction<ChangeRulesBody, ChangedRules> = {
    action: 'rules',
    permission: () => 'rules:publish',
    describe,
    perform: (...given) => this.perform(...given),
  };

  constructor(
    private readonly database: TenantDatabase,
    private readonly references: GuardReferences,
    private readonly secondPerson: SecondPerson,
  ) {
    secondPerson.register(this.bulkChange);
  }

  /** Throws 422 `RULES_NOT_CHANGED`, with the error of each rule that cannot be changed. */
  async change(principal: Principal, body: ChangeRulesBody, now: Date): Promise<AppliedOrPending<ChangedRules>> {
    assertComplete(body);
    return this.secondPerson.submit(principal, this.bulkChange, body, now);
  }

  private async perform(
    client: Transaction,
    principal: Principal,
    { rules, ...change }: ChangeRulesBody,
    now: Date,
    requestedBy: string | null = null,
  ): Promise<PerformedChange<ChangedRules>> {
    const { organizationId } = principal;
    const { references } = this;
    const started = performance.now();
    const changes: StoredChange[] = [];
    const failed: FailedRule[] = [];
    for (const [index, { id, ...versions }] of rules.entries()) {
      const undo = await client.undoPoint();
      try {
        const request = { id, body: { ...change, ...versions }, requestedBy, references };
        changes.push(await storeGatedChange(client, principal, request, now));
      } catch (error) {
        if (!(error instanceof ApiError) || ofTheRequest.has(error.code)) throw error;
        await undo();
        failed.push(await explain(client, organizationId, { index, id, error }));
      }
      assertInTime(started);
    }
    if (failed.length > 0) throw notChanged(failed);
    await publishChanges(client, principal, changes, now);
    const ruleSetVersion = (await readPointer(client, organizationId))?.version ?? null;
    const value = { rules: changes.map(({ after }) => after), ruleSetVersion };
    return { value, waits: changes.some(({ waits }) => waits) };
  }
}

function assertComplete({ rules, status, enabled, category }: ChangeRulesBody): void {
  if (status === undefined && enabled === undefined && category === undefined)
    throw invalid({ status: 'one of status, enabled and category is required' });
  const index = rules.findIndex(({ version }) => version !== undefined);
  if (index === -1 || ((status === 'active' || status === 'shadow') && category === undefined)) return;
  throw invalid({ [`rules[${index}].version`]: 'requires the status active or shadow, without a category' });
}

/** No other change of rules can be made meanwhile, so all tests together have a time limit. */
function assertInTime(started: number): void {
  if (performance.now() - started <= ruleLimits.bulkMs) return;
  const message = `The rules take more than ${ruleLimits.bulkMs / 1_000} seconds to check; change fewer at once`;
  throw new ApiError('TOO_MANY_ITEMS', message, { rules: message });
}

async function explain(
  client: Transaction,
  organizationId: string,
  { index, id, error }: { readonly index: number; readonly id: string; readonly error: ApiError },
): Promise<FailedRule> {
  const rule = await findRule(client, organizationId, id);
  if (rule) return { index, id, key: rule.text.form.key, error };
  return { index, id, key: null, error: await missingRuleError(client, organizationId, id, error) };
}

function notChanged(failed: readonly FailedRule[]): ApiError {
  const errors = failed.map(({ error: { code, message, details, members }, ...rule }) => ({
    ...rule,
    ...{ code, message },
    ...(details && { details }),
    ...members,
  }));
  const messages = Object.fromEntries(errors.map(({ index, message }) => [`rules[${index}]`, message]));
  const count = failed.length === 1 ? 'one of them' : `${failed.length} of them`;
  return new ApiError('RULES_NOT_CHANGED', `No rule was changed, because ${count} cannot be`, messages, { errors });
}

/** An approval is only valid for the versions that the rules have now. */
async function describe(
  client: Transaction,
  organizationId: string,
  request: ChangeRulesBody,
): Promise<DescribedChange<ChangeRulesBody>> {
  const rules: ChangeRulesBody['rules'] = [];
  for (const each of request.rules) {
    const { id, version } = (await findRule(client, organizationId, each.id))!;
    rules.push({ ...each, id, ifVersion: version });
  }
  const reason = request.reason ?? null;
  return { version: 0, reason, request: { ...request, rules }, what: `${rules.length} rules` };
}
