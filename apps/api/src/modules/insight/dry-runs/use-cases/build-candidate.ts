import { Injectable } from '@nestjs/common';
import { sweepCandidates, watchingVersions } from '@tamis/dry-run';
import { compileRuleSet, type RuleSetContent } from '@tamis/engine';
import { printExpression } from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { findSet, type LoadedRuleSet, parametersOf, rulesOfSet, RuleSets } from '../../../decisions/rule-sets/index.js';
import { decodeValue, findRulesOfMatrix, GetRule, RuleCandidates } from '../../../rules/rules/index.js';
import { candidateContent } from '../domain/candidate-content.js';
import type { SideView } from '../domain/dry-run.js';

/** Which rules are tried: one of the first four, and for stored rules which versions. */
export interface CandidateRequest {
  readonly source?: string | undefined;
  readonly ruleIds?: readonly string[] | undefined;
  readonly matrixId?: string | undefined;
  readonly ruleSetVersion?: string | undefined;
  /** By id of the rule; absent: the newest. */
  readonly versions?: Readonly<Record<string, number>> | undefined;
  readonly only?: boolean | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** `active`, `none`, or a rule set by version or number. */
export type Against = string;

/** Both sides of a comparison. */
export interface Sides {
  readonly candidate: RuleSetContent;
  /** Null: nothing. */
  readonly baseline: RuleSetContent | null;
}

/** Rules of these statuses of a matrix are not meant to run. */
const restingStatuses: readonly string[] = ['draft', 'inactive'];

/** Makes rule sets of what a dry run is asked about. */
@Injectable()
export class BuildCandidate {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
    private readonly rules: RuleCandidates,
    private readonly getRule: GetRule,
  ) {}

  /**
   * Throws 422 `INVALID_SOURCE` with diagnostics, 404 `RULE_SET_NOT_FOUND`, 404 for a rule or version, 404 `PARAM_NOT_FOUND`, 422
   * `PARAM_OUT_OF_RANGE`.
   */
  async run(organizationId: string, asked: CandidateRequest, against: Against): Promise<Sides> {
    const baseline = against === 'none' ? null : (await this.setOf(organizationId, against)).content;
    const base = baseline ?? (await this.setOf(organizationId, 'active')).content;
    const candidate = await this.candidate(organizationId, asked, base);
    return { candidate: withParameters(candidate, asked.params ?? {}), baseline };
  }

  /** A side as it is shown. */
  async view(organizationId: string, content: RuleSetContent): Promise<SideView> {
    const compiled = compileRuleSet(content);
    if (!compiled.ok) throw new Error('a rule set that was checked has errors');
    const { version } = compiled.value;
    const found = await findSet(this.database.of(organizationId), organizationId, version);
    const watching = watchingVersions(compiled.value.rules);
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

  private async setOf(organizationId: string, name: string): Promise<LoadedRuleSet> {
    const client = this.database.of(organizationId);
    if (name === 'active') return this.ruleSets.newest(client, organizationId);
    const found = await findSet(client, organizationId, name);
    if (!found) throw new ApiError('RULE_SET_NOT_FOUND', 'There is no such rule set');
    return this.ruleSets.published(client, organizationId, found);
  }

  private async candidate(
    organizationId: string,
    asked: CandidateRequest,
    base: RuleSetContent,
  ): Promise<RuleSetContent> {
    const { source, ruleIds, matrixId, ruleSetVersion, only = false } = asked;
    if ([source, ruleIds, matrixId, ruleSetVersion].filter((each) => each !== undefined).length !== 1)
      throw invalid({ source: 'give one of source, ruleIds, matrixId and ruleSetVersion' });
    if (ruleSetVersion !== undefined) return (await this.setOf(organizationId, ruleSetVersion)).content;
    const parts = ruleIds ?? (matrixId === undefined ? null : await this.rulesOf(organizationId, matrixId));
    if (!parts) {
      const { set } = await this.rules.ofUnsaved(organizationId, { source: source! }, {});
      return candidateContent(base, [set.content], { only, watchOn: set.content.rules.length > 1 });
    }
    const contents: RuleSetContent[] = [];
    for (const id of parts) contents.push(await this.stored(organizationId, id, asked.versions?.[id]));
    return candidateContent(base, contents, { only, watchOn: ruleIds === undefined });
  }

  private async stored(organizationId: string, id: string, version: number | undefined): Promise<RuleSetContent> {
    const wanted = version ?? (await this.getRule.run(organizationId, id)).version;
    const rule = await this.rules.stored(organizationId, id, wanted);
    return (await this.rules.ofStored(organizationId, rule)).content;
  }

  private async rulesOf(organizationId: string, matrixId: string): Promise<readonly string[]> {
    const rules = await findRulesOfMatrix(this.database.of(organizationId), organizationId, matrixId);
    const meant = rules.filter(({ status }) => !restingStatuses.includes(status)).map(({ id }) => id);
    if (meant.length === 0) throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such matrix with rules');
    return meant;
  }
}

/** The set with other values of its parameters. Throws 404 `PARAM_NOT_FOUND`, 422 `PARAM_OUT_OF_RANGE`. */
function withParameters(content: RuleSetContent, params: Readonly<Record<string, unknown>>): RuleSetContent {
  let changed = content;
  for (const [name, json] of Object.entries(params)) {
    const text = printExpression(decodeValue(json, `params.${name}`));
    changed = parameterValues(changed, name, [text])[0]!;
  }
  return changed;
}

/** The set with each of the values, which are expressions. Throws 404 `PARAM_NOT_FOUND`, 422 `PARAM_OUT_OF_RANGE`. */
export function parameterValues(
  content: RuleSetContent,
  name: string,
  values: readonly string[],
): readonly RuleSetContent[] {
  const found = sweepCandidates(content, name, values);
  if (!found.ok) {
    if (found.error.kind === 'noValue') throw invalid({ values: `${found.error.value} is no value` });
    throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter', { [name]: `no rule uses a parameter ${name}` });
  }
  return found.value.map((each) => {
    const compiled = compileRuleSet(each.content);
    if (compiled.ok) return each.content;
    const said = compiled.error.flatMap(({ diagnostics }) => diagnostics)[0]?.message ?? 'does not fit';
    // A declaration has the value as its default; to who gives another one it is the value.
    const message = said.replace(/^the default /, 'the value ');
    throw new ApiError('PARAM_OUT_OF_RANGE', `\`${name}\` cannot be ${each.name}: ${message}`, { [name]: message });
  });
}
