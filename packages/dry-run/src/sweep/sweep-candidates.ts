import type { RuleSetContent } from '@tamis/engine';
import { printFile, readExpression, readRules, ruleFile, withParameterValue, type Expression } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import type { Candidate } from '../run/dry-run-request.js';

/** Why a parameter cannot be swept. A value out of range is detected when the candidates are compiled. */
export type SweepProblem =
  | { readonly kind: 'noParameter'; readonly param: string }
  | { readonly kind: 'noValue'; readonly value: string };

/** Returns the source with another default for the parameter, or `null` if it does not declare the parameter. */
function withDefault(source: string, param: string, value: Expression): string | null {
  const { file } = readRules(source);
  if (!file.parameters.some(({ name }) => name.text === param)) return null;
  const declarations = file.declarations.map((each) => withParameterValue(each, { [param]: value }));
  return printFile(ruleFile(file.languageVersion, declarations));
}

/**
 * Returns one candidate per value of a parameter, named after the value. In one dry run they share all work that does not depend on the
 * parameter, and each has the same result as in a dry run of its own. `values` are expressions of the rule language: `9_500 USD`.
 */
export function sweepCandidates(
  content: RuleSetContent,
  param: string,
  values: readonly string[],
): Result<readonly Candidate[], SweepProblem> {
  const candidates: Candidate[] = [];
  for (const name of values) {
    const { expression, diagnostics } = readExpression(name);
    if (!expression || diagnostics.length > 0) return failure({ kind: 'noValue', value: name });
    const sources = content.rules.map(({ source }) => withDefault(source, param, expression));
    if (sources.every((source) => source === null)) return failure({ kind: 'noParameter', param });
    const rules = content.rules.map((rule, index) => ({ ...rule, source: sources[index] ?? rule.source }));
    candidates.push({ name, content: { ...content, rules } });
  }
  return ok(candidates);
}
