import {
  compileCheckedRules,
  executedMatrices,
  isInScope,
  withSyntaxTrees,
  type CompiledRuleSet,
  type Context,
  type Facts,
  type RuleSetContent,
  type EvaluationParams,
} from '@tamis/engine';

/** No trigger of the language contains a space. */
const isolatedTrigger = (index: number): string => `alone ${index}`;

const isolatedSets = new WeakMap<CompiledRuleSet, CompiledRuleSet>();

/** Returns the set with an unchanged plan, so that facts fit it, but with a separate trigger for each rule. */
function isolateRules(set: CompiledRuleSet, content: RuleSetContent): CompiledRuleSet {
  const known = isolatedSets.get(set);
  if (known) return known;
  const rules = set.rules.map(withSyntaxTrees).map((rule, index) => ({
    ...rule,
    checked: { ...rule.checked, triggers: [isolatedTrigger(index)] },
  }));
  const result = compileCheckedRules(rules, content);
  isolatedSets.set(set, result);
  return result;
}

/**
 * Evaluates each rule alone, in order to find one that ends the worker. `begin` is called with the index of the next rule in the content.
 */
export function evaluateRuleByRule(
  set: CompiledRuleSet,
  content: RuleSetContent,
  { context, facts, run }: { readonly context: Context; readonly facts: Facts; readonly run: EvaluationParams },
  begin: (rule: number) => void,
): void {
  const alone = isolateRules(set, content);
  const executed = executedMatrices(content, run);
  const places = new Map(content.rules.map(({ ruleId }, place) => [ruleId, place]));
  set.rules.forEach((rule, index) => {
    if (!isInScope(rule, run, executed)) return;
    begin(places.get(rule.content.ruleId) ?? -1);
    alone.evaluate(context, facts, { ...run, trigger: isolatedTrigger(index) });
  });
}
