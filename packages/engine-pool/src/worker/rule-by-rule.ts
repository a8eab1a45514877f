import {
  compileCheckedRules,
  executedMatrices,
  runsInScope,
  wholeRule,
  type CompiledRuleSet,
  type Context,
  type Facts,
  type RuleSetContent,
  type Run,
} from '@tamis/engine';

/** No trigger of the language has a space in it. */
const aloneTrigger = (index: number): string => `alone ${index}`;

const made = new WeakMap<CompiledRuleSet, CompiledRuleSet>();

/** The set planned as ever, so that facts fit it, but each rule has a trigger of its own. */
function separable(set: CompiledRuleSet, content: RuleSetContent): CompiledRuleSet {
  const known = made.get(set);
  if (known) return known;
  const rules = set.rules.map(wholeRule).map((rule, index) => ({
    ...rule,
    checked: { ...rule.checked, triggers: [aloneTrigger(index)] },
  }));
  const result = compileCheckedRules(rules, content);
  made.set(set, result);
  return result;
}

/** Evaluates each rule of a run alone, for the sake of one that ends the worker; `begin` hears the index in the content of the next. */
export function evaluateRuleByRule(
  set: CompiledRuleSet,
  content: RuleSetContent,
  { context, facts, run }: { readonly context: Context; readonly facts: Facts; readonly run: Run },
  begin: (rule: number) => void,
): void {
  const alone = separable(set, content);
  const executed = executedMatrices(content, run);
  const places = new Map(content.rules.map(({ ruleId }, place) => [ruleId, place]));
  set.rules.forEach((rule, index) => {
    if (!runsInScope(rule, run, executed)) return;
    begin(places.get(rule.content.ruleId) ?? -1);
    alone.evaluate(context, facts, { ...run, trigger: aloneTrigger(index) });
  });
}
