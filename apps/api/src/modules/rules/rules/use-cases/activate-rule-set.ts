import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../../platform/auth/index.js';
import { type Transaction, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import {
  diffRuleSets,
  findRuleSet,
  lockPublishing,
  readContent,
  readPointer,
  type RuleSetRow,
  type RuleSetDiff,
} from '../../../decisions/rule-sets/index.js';
import type { RuleApproval } from '../domain/rule-approval.js';
import { ActivationComparisons } from './activation-comparisons.js';
import { toDuplicateRuleError } from './to-duplicate-rule-error.js';
import { requestSetApproval } from './request-approval.js';
import { restoreRuleSet } from './restore-rule-set.js';

/** One difference of another rule set. */
interface SetChange {
  /** The key of a rule, `param limit`, or `matrix core`. */
  readonly key: string;
  /** Versions of a rule or matrix, or values of a parameter; `null` if the set does not contain it. */
  readonly from: unknown;
  readonly to: unknown;
  readonly words: readonly string[];
}

/** Returns a difference of sets as one list. */
const setChanges = ({ rules, params, matrices }: RuleSetDiff): readonly SetChange[] => [
  ...rules.map(({ key, change, from, to, words }) => ({ key, from, to, words: words.length > 0 ? words : [change] })),
  ...params.map(({ name, from, to }) => ({
    key: `param ${name}`,
    from,
    to,
    words: [`${JSON.stringify(from)} → ${JSON.stringify(to)}`],
  })),
  ...matrices.map(({ key, change, from, to }) => ({ key: `matrix ${key}`, from, to, words: [change] })),
];

export interface ActivationRequest {
  /** A version, a prefix of it, or a number. */
  readonly name: string;
  readonly reason: string;
  /** Whether the items of the lists that the set reads are also restored to their state at its activation. */
  readonly restoreLists: boolean;
  /** The version that must be active; if absent, any version is accepted. */
  readonly ifActive?: string | undefined;
}

export interface Activation {
  /** The rule set that is active afterwards. */
  readonly version: string;
  readonly previousVersion: string;
  readonly changes: readonly SetChange[];
  /** The time until which the set was previously active. */
  readonly since: string | null;
  /** If present, nothing has changed yet. */
  readonly approval: RuleApproval | null;
  /** The dry run that compares the set with the previous one, over the time since; `null` if none was started. */
  readonly dryRunId: string | null;
}

/** `POST /rule-sets/{version}/activate`: activates the content of a set again, completely or not at all. */
@Injectable()
export class ActivateRuleSet {
  constructor(
    private readonly database: TenantDatabase,
    private readonly comparisons: ActivationComparisons,
  ) {}

  /** `preview` returns the changes without making them. */
  async activate(
    principal: Principal,
    request: ActivationRequest & { readonly preview: boolean },
    now: Date,
  ): Promise<Activation> {
    const done = await this.activateInTransaction(principal, request, now);
    const isDone = !request.preview && !done.approval;
    return { ...done, dryRunId: isDone ? await this.comparisons.start(principal, done, now) : null };
  }

  private async activateInTransaction(
    principal: Principal,
    request: ActivationRequest & { readonly preview: boolean },
    now: Date,
  ): Promise<Omit<Activation, 'dryRunId'>> {
    const { organizationId } = principal;
    try {
      return await this.database.transaction(organizationId, async (client) => {
        await lockPublishing(client, organizationId);
        const undo = await client.undoPoint();
        const { set, ...activated } = await activateSet(client, principal, request, now);
        const { rulePolicy } = await findSettings(client, organizationId);
        const waits = rulePolicy.requireSecondPerson && !request.preview;
        if (request.preview || waits) await undo();
        const { reason, restoreLists } = request;
        const wanted = { set, reason, restoreLists, ifActive: activated.previousVersion };
        const approval = waits ? await requestSetApproval(client, principal, wanted, now) : null;
        return { ...activated, approval };
      });
    } catch (error) {
      throw toDuplicateRuleError(error);
    }
  }
}

/** Does the same as `ActivateRuleSet`, without its gates. The caller holds `lockPublishing`. */
export async function activateSet(
  client: Transaction,
  principal: Principal,
  { name, reason, restoreLists, ifActive }: ActivationRequest,
  now: Date,
): Promise<Omit<Activation, 'approval' | 'dryRunId'> & { readonly set: RuleSetRow }> {
  const { organizationId } = principal;
  const set = await findRuleSet(client, organizationId, name);
  const content = set && (await readContent(client, organizationId, set.revision));
  if (!set || !content) throw new ApiError('RULE_SET_NOT_FOUND', 'There is no such rule set');
  const active = await readPointer(client, organizationId);
  const before = active && (await readContent(client, organizationId, active.revision));
  if (!active || !before) throw new Error(`${organizationId} has rule sets but none is active`);
  if (ifActive !== undefined && ifActive !== active.version)
    throw new ApiError('VERSION_CONFLICT', 'Another rule set has become active', { currentVersion: active.version });
  if (set.version === active.version)
    throw new ApiError('RULE_SET_ALREADY_ACTIVE', `The rule set ${set.number} is already active`);
  const listsAt = restoreLists ? new Date(set.periods[0]!.activatedAt) : null;
  const version = await restoreRuleSet(client, principal, { content, reason, listsAt, now });
  const current = (await readPointer(client, organizationId))!;
  const after = (await readContent(client, organizationId, current.revision))!;
  const since = set.periods[0]!.deactivatedAt;
  return { set, version, previousVersion: active.version, since, changes: setChanges(diffRuleSets(before, after)) };
}
