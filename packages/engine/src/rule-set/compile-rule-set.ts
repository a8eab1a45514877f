import { failure, ok, type Result } from '@tamis/stdx';
import { GraphCompiler } from '../compile/compile-graph.js';
import { compileRule, planConditionOf, planRule, planScopeOf } from '../compile/compile-rule.js';
import { PlanGraph } from '../plan/plan-graph.js';
import { checkRuleSet } from './check-rule-set.js';
import type { CompiledRuleSet, RuleSetProblem, SetRule } from './compiled-rule-set.js';
import { Evaluator } from './evaluator.js';
import type { RuleSetContent } from './rule-set-content.js';
import { ruleSetVersion } from './rule-set-version.js';

export interface CompileOptions {
  /** Equal parts of rules are computed once per run. Off only to show that it changes no result. */
  readonly sharing?: boolean;
  /** From this many rules on, an index over single fields is used. Absent: where it is expected to be faster. Changes time, never results. */
  readonly indexFrom?: number;
}

/** Reads, checks, plans and compiles a rule set. Failure lists every rule that has errors. */
export function compileRuleSet(
  content: RuleSetContent,
  options: CompileOptions = {},
): Result<CompiledRuleSet, readonly RuleSetProblem[]> {
  const checked = checkRuleSet(content);
  return checked.ok ? ok(compileCheckedRules(checked.value, content, options)) : failure(checked.error);
}

/** As `compileRuleSet`, for rules that were checked before and stand in set order. */
export function compileCheckedRules(
  rules: readonly SetRule[],
  content: RuleSetContent,
  { sharing = true, indexFrom }: CompileOptions = {},
): CompiledRuleSet {
  const graph = new PlanGraph(sharing);
  const { baseCurrency, timezone } = content;
  const scopes = rules.map((rule) => planScopeOf(rule.checked, { graph, baseCurrency, timezone }));
  const planned = rules
    .map((rule, index) => ({ rule, index, scope: scopes[index] as (typeof scopes)[number] }))
    .map((each) => ({ ...each, condition: planConditionOf(each.rule, each.scope) }))
    .map(({ rule, index, condition, scope }) => planRule(rule, index, condition, scope));
  const compiler = new GraphCompiler(timezone);
  return new Evaluator({
    version: ruleSetVersion(content),
    rules,
    compiled: planned.map((each) => compileRule(each, compiler)),
    content,
    compiler,
    planScopes: scopes,
    indexFrom: indexFrom ?? null,
  });
}
