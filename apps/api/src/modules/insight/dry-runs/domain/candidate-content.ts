import { ruleSetVersion, type RuleContent, type RuleSetContent, type SetRule } from '@tamis/engine';
import { readRules } from '@tamis/lang';

/** To read a text costs more than all else here, and rules in force are asked for theirs with every key that somebody presses. */
const knownKeys = new WeakMap<RuleContent, string>();

/** The key of the one rule of a part of a rule set. */
function ruleKeyOf(rule: RuleContent): string {
  const known = knownKeys.get(rule);
  if (known !== undefined) return known;
  const key = readRules(rule.source).file.rules[0]?.key.text ?? '';
  knownKeys.set(rule, key);
  return key;
}

/** Those of a compiled set are known: none of its texts is read for them. */
export function noteRuleKeys(rules: readonly Pick<SetRule, 'content' | 'checked'>[]): void {
  for (const { content, checked } of rules) knownKeys.set(content, checked.key);
}

/** Equal for rules that mean the same. */
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
  /** Whether the set has nothing but these rules. */
  readonly only: boolean;
  /** Whether those that only watch and are as they were watch on; else all of them decide. */
  readonly keepShadow: boolean;
}

/**
 * A rule set with some rules in the place of those of the same key, or added. A rule that takes a place takes the identity of the one
 * before, so that what is stored of it is found.
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
