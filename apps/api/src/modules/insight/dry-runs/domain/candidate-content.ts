import { ruleSetVersion, type RuleContent, type RuleSetContent, type SetRule } from '@tamis/engine';
import { readRules } from '@tamis/lang';

/**
 * Cached, because parsing the text is the most expensive part here, and the keys of active rules are needed with every keystroke in the
 * editor.
 */
const knownKeys = new WeakMap<RuleContent, string>();

/** Returns the key of a rule, whose text contains only this rule. */
function ruleKeyOf(rule: RuleContent): string {
  const known = knownKeys.get(rule);
  if (known !== undefined) return known;
  const key = readRules(rule.source).file.rules[0]?.key.text ?? '';
  knownKeys.set(rule, key);
  return key;
}

/** Caches the keys of a compiled set, so that none of its texts is parsed for them. */
export function noteRuleKeys(rules: readonly Pick<SetRule, 'content' | 'checked'>[]): void {
  for (const { content, checked } of rules) knownKeys.set(content, checked.key);
}

/** Returns a fingerprint that is equal for rules with the same meaning. */
const ruleFingerprint = ({ source }: RuleContent): string =>
  ruleSetVersion({
    rules: [
      { ruleId: '', version: 1, status: 'active', source, externalId: null, createdAt: new Date(0).toISOString() },
    ],
    lists: {},
    baseCurrency: '',
    timezone: '',
  });

export interface CandidateOptions {
  /** Whether the set contains only these rules. */
  readonly only: boolean;
  /** Whether unchanged shadow rules remain in shadow. Otherwise all of these rules decide. */
  readonly keepShadow: boolean;
}

/**
 * Returns a rule set in which the given rules replace those with the same key, or are added. A replacement takes over the identity of the
 * previous rule, so that its stored data is found.
 */
export function candidateContent(
  base: RuleSetContent,
  parts: readonly RuleSetContent[],
  { only, keepShadow: watchOn }: CandidateOptions,
): RuleSetContent {
  const before = new Map(base.rules.map((rule) => [ruleKeyOf(rule), rule]));
  const given = parts.flatMap((part) => part.rules);
  const deciding = new Set(base.rules.filter(({ status }) => status === 'active').map(ruleKeyOf));
  const watching = new Set(watchOn ? base.rules.filter((rule) => !deciding.has(ruleKeyOf(rule))) : []);
  const rules = given.map((rule): RuleContent => {
    const replaced = before.get(ruleKeyOf(rule));
    if (replaced && watching.has(replaced) && ruleFingerprint(replaced) === ruleFingerprint(rule)) return replaced;
    return replaced ? { ...rule, ruleId: replaced.ruleId, createdAt: replaced.createdAt } : rule;
  });
  const keys = new Set(rules.map(ruleKeyOf));
  const kept = only ? [] : base.rules.filter((rule) => !keys.has(ruleKeyOf(rule)));
  const known = new Set((base.matrices ?? []).map(({ key }) => key));
  const matrices = [...(base.matrices ?? [])];
  for (const matrix of parts.flatMap((part) => part.matrices ?? [])) {
    if (known.has(matrix.key)) continue;
    known.add(matrix.key);
    matrices.push(matrix);
  }
  return {
    ...base,
    rules: [...kept, ...rules],
    lists: Object.assign({}, base.lists, ...parts.map(({ lists }) => lists)) as RuleSetContent['lists'],
    ...(matrices.length > 0 && { matrices }),
  };
}
