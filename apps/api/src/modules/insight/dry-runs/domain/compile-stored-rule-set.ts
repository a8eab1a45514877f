import { compileRuleSet, type CompiledRuleSet, type RuleSetContent } from '@tamis/engine';

/** Compiles the rule set of a stored dry run, which had no errors when the dry run started. */
export function compileStoredRuleSet(content: RuleSetContent): CompiledRuleSet {
  const set = compileRuleSet(content);
  if (!set.ok) throw new Error(`a rule set of a stored dry run has errors: ${JSON.stringify(set.error)}`);
  return set.value;
}
