import { Injectable } from '@nestjs/common';
import { sweepCandidates, shadowVersions } from '@tamis/dry-run';
import { compileRuleSet, type RuleSetContent } from '@tamis/engine';
import { printExpression } from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import {
  findRuleSet,
  type LoadedRuleSet,
  parametersOf,
  rulesOfSet,
  RuleSets,
} from '../../../decisions/rule-sets/index.js';
import {
  decodeValue,
  findRulesOfMatrix,
  GetRule,
  RuleCandidates,
  type RuleCost,
  RuleCosts,
} from '../../../rules/rules/index.js';
import { candidateContent } from '../domain/candidate-content.js';
import { compileStoredRuleSet } from '../domain/compile-stored-rule-set.js';
import type { SideView } from '../domain/dry-run.js';

/** The rules to test, given by exactly one of the first four members, and the versions of stored rules. */
export interface CandidateRequest {
  readonly source?: string | undefined;
  readonly ruleIds?: readonly string[] | undefined;
  readonly matrixId?: string | undefined;
  readonly ruleSetVersion?: string | undefined;
  /** By rule id; if absent, the newest version. */
  readonly versions?: Readonly<Record<string, number>> | undefined;
  readonly only?: boolean | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** `active`, `none`, or a rule set by version or number. */
export type BaselineReference = string;

/** Both sides of a comparison. */
export interface ComparisonSides {
  readonly candidate: RuleSetContent;
  /** `null` if there is nothing to compare with. */
  readonly baseline: RuleSetContent | null;
}

/** Statuses of a matrix whose rules are not intended to run. */
const inactiveStatuses: readonly string[] = ['draft', 'inactive'];

/** Builds the rule sets for a dry run request. */
@Injectable()
export class BuildCandidate {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
    private readonly rules: RuleCandidates,
    private readonly getRule: GetRule,
    private readonly costs: RuleCosts,
  ) {}

  /**
   * Builds both sides. Throws 422 `INVALID_SOURCE` with diagnostics, 404 `RULE_SET_NOT_FOUND`, 404 for an unknown rule or version, 404
   * `PARAM_NOT_FOUND`, and 422 `PARAM_OUT_OF_RANGE`.
   */
  async build(organizationId: string, asked: CandidateRequest, against: BaselineReference): Promise<ComparisonSides> {
    const baseline = against === 'none' ? null : (await this.loadRuleSet(organizationId, against)).content;
    const base = baseline ?? (await this.loadRuleSet(organizationId, 'active')).content;
    const candidate = await this.buildCandidateContent(organizationId, asked, base);
    return { candidate: withParameters(candidate, asked.params ?? {}), baseline };
  }

  /** Returns a side as it is displayed. */
  async toSideView(organizationId: string, content: RuleSetContent): Promise<SideView> {
    const compiled = compileRuleSet(content);
    if (!compiled.ok) throw new Error('a rule set that was already checked has errors');
    const { version } = compiled.value;
    const found = await findRuleSet(this.database.forOrganization(organizationId), organizationId, version);
    const watching = shadowVersions(compiled.value.rules);
    const all = rulesOfSet({ content, compiled: compiled.value });
    const rules = all.filter((_, index) => !watching.has(index));
    return {
      ruleSetVersion: version,
      number: found?.number ?? null,
      contentHashes: Object.fromEntries(rules.map(({ key, contentHash }) => [key, contentHash])),
      params: parametersOf(content),
      ruleIds: Object.fromEntries(rules.map(({ key, ruleId }) => [key, ruleId])),
    };
  }

  /** Returns the cost of those rules of a side that decide. */
  costOf(organizationId: string, content: RuleSetContent, now: Date): Promise<RuleCost> {
    const { rules } = compileStoredRuleSet(content);
    const watching = shadowVersions(rules);
    const deciding = rules.filter((_, index) => !watching.has(index));
    return this.costs.costOfSet(
      organizationId,
      deciding.map(({ checked }) => checked),
      now,
    );
  }

  private async loadRuleSet(organizationId: string, name: string): Promise<LoadedRuleSet> {
    const client = this.database.forOrganization(organizationId);
    if (name === 'active') return this.ruleSets.loadActive(client, organizationId);
    const found = await findRuleSet(client, organizationId, name);
    if (!found) throw new ApiError('RULE_SET_NOT_FOUND', 'There is no such rule set');
    return this.ruleSets.loadPublication(client, organizationId, found);
  }

  private async buildCandidateContent(
    organizationId: string,
    asked: CandidateRequest,
    base: RuleSetContent,
  ): Promise<RuleSetContent> {
    const { source, ruleIds, matrixId, ruleSetVersion, only = false } = asked;
    if ([source, ruleIds, matrixId, ruleSetVersion].filter((each) => each !== undefined).length !== 1)
      throw invalid({ source: 'give exactly one of source, ruleIds, matrixId and ruleSetVersion' });
    const parts = ruleIds ?? (matrixId === undefined ? null : await this.findMatrixRuleIds(organizationId, matrixId));
    if (!parts) {
      requestedVersions(asked, []);
      if (ruleSetVersion !== undefined) return (await this.loadRuleSet(organizationId, ruleSetVersion)).content;
      const { set } = await this.rules.fromUnsaved(organizationId, { source: source! }, {});
      return candidateContent(base, [set.content], { only, keepShadow: set.content.rules.length > 1 });
    }
    const versions = requestedVersions(asked, parts);
    const contents: RuleSetContent[] = [];
    for (const id of parts) contents.push(await this.loadRule(organizationId, id, versions.get(id)));
    return candidateContent(base, contents, { only, keepShadow: ruleIds === undefined });
  }

  private async loadRule(organizationId: string, id: string, version: number | undefined): Promise<RuleSetContent> {
    const wanted = version ?? (await this.getRule.get(organizationId, id)).version;
    const rule = await this.rules.findStored(organizationId, id, wanted);
    return (await this.rules.fromStored(organizationId, rule)).content;
  }

  private async findMatrixRuleIds(organizationId: string, matrixId: string): Promise<readonly string[]> {
    const rules = await findRulesOfMatrix(this.database.forOrganization(organizationId), organizationId, matrixId);
    const meant = rules.filter(({ status }) => !inactiveStatuses.includes(status)).map(({ id }) => id);
    if (meant.length === 0) throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such matrix with rules');
    return meant;
  }
}

/**
 * Returns versions by rule id in lower case. Throws 400 for a rule that is not tested, so that no rule is tested in an unintended version.
 */
function requestedVersions(
  { versions = {} }: CandidateRequest,
  ruleIds: readonly string[],
): ReadonlyMap<string, number> {
  const tried = new Set(ruleIds);
  const found = new Map<string, number>();
  for (const [id, version] of Object.entries(versions)) {
    const key = id.toLowerCase();
    if (!tried.has(key) || found.has(key))
      throw invalid({
        [`versions.${id}`]: tried.has(key) ? 'occurs twice' : 'is not one of the rules of the candidate',
      });
    if (!Number.isInteger(version) || version < 1 || version > 1_000_000_000)
      throw invalid({ [`versions.${id}`]: 'must be the number of a version' });
    found.set(key, version);
  }
  return found;
}

/** Returns the set with other values of its parameters. Throws 404 `PARAM_NOT_FOUND` and 422 `PARAM_OUT_OF_RANGE`. */
function withParameters(content: RuleSetContent, params: Readonly<Record<string, unknown>>): RuleSetContent {
  let changed = content;
  for (const [name, json] of Object.entries(params)) {
    const text = printExpression(decodeValue(json, `params.${name}`));
    changed = withParameterValues(changed, name, [text])[0]!;
  }
  return changed;
}

/** Returns the set with each of the values, which are expressions. Throws 404 `PARAM_NOT_FOUND` and 422 `PARAM_OUT_OF_RANGE`. */
export function withParameterValues(
  content: RuleSetContent,
  name: string,
  values: readonly string[],
): readonly RuleSetContent[] {
  const found = sweepCandidates(content, name, values);
  if (!found.ok) {
    if (found.error.kind === 'noValue') throw invalid({ values: `${found.error.value} is not a valid value` });
    throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter', {
      [name]: `no rule uses the parameter ${name}`,
    });
  }
  return found.value.map((each) => {
    const compiled = compileRuleSet(each.content);
    if (compiled.ok) return each.content;
    const said =
      compiled.error.flatMap(({ diagnostics }) => diagnostics)[0]?.message ?? 'has the wrong type or is out of range';
    // In a declaration the value is the default; the caller who provides another one only knows it as the value.
    const message = said.replace(/^the default /, 'the value ');
    throw new ApiError('PARAM_OUT_OF_RANGE', `\`${name}\` cannot be ${each.name}: ${message}`, { [name]: message });
  });
}
