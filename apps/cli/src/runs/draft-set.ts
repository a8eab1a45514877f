import { compileCheckedRules, setRule, type CompiledRuleSet, type RuleContent } from '@tamis/engine';
import type { CheckedRule } from '@tamis/lang';
import { matrixContents } from '@tamis/authoring/rule-tests';
import type { ProjectSettings } from '../input/project-settings.js';

/** A checked rule and the names of the lists declared with it. */
export interface DraftRule {
  readonly rule: CheckedRule;
  readonly lists: readonly string[];
}

const contentOf = ({ rule }: DraftRule): RuleContent => ({
  ruleId: rule.key,
  version: 1,
  status: 'active',
  source: '',
  externalId: null,
  createdAt: new Date(0).toISOString(),
});

/**
 * Compiles rules as a set that was never published, with the matrices they name; the decisions of these matrices do not matter for a draft.
 */
export function draftSet(drafts: readonly DraftRule[], settings: ProjectSettings): CompiledRuleSet {
  const keys = [...new Set(drafts.flatMap(({ rule }) => rule.matrices))];
  const rules = drafts.map((draft) => setRule(contentOf(draft), draft.rule, draft.lists));
  return compileCheckedRules(rules, {
    rules: rules.map(({ content }) => content),
    lists: {},
    ...settings,
    matrices: matrixContents(keys, []),
  });
}
