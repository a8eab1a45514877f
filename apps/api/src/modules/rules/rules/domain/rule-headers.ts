import { ruleDefaults, type NumberJson, type ObjectJson, type RuleJson, type RuleScopeJson } from '@tamis/lang';

/** All headers of a rule, with defaults for absent ones. Matrices are separate: the text contains their keys, and responses their ids. */
export interface RuleHeaders {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly priority: number;
  readonly score: number;
  readonly unknown: string;
  readonly scope: RuleScopeJson;
  readonly targetEntityTypes: readonly string[];
  readonly triggers: readonly string[];
  readonly evaluationMode: string;
  readonly stopOnMatch: boolean;
  readonly mode: string;
  readonly owner: string | null;
  readonly reference: string | null;
  readonly meta: ObjectJson | null;
  readonly tags: readonly string[];
}

/** Lists sort and filter by doubles; the exact number is in the text. */
const toNumber = (number: NumberJson): number => (typeof number === 'number' ? number : Number(number.$number));

export const withDefaults = (form: RuleJson): RuleHeaders => ({
  key: form.key,
  name: form.name ?? form.key,
  description: form.description ?? ruleDefaults.description,
  category: form.category ?? ruleDefaults.category,
  priority: toNumber(form.priority ?? ruleDefaults.priority),
  score: toNumber(form.score ?? ruleDefaults.score),
  unknown: form.unknown ?? ruleDefaults.unknown,
  scope: form.scope ?? {},
  targetEntityTypes: form.targetEntityTypes ?? [],
  triggers: form.triggers ?? [],
  evaluationMode: form.evaluationMode ?? ruleDefaults.evaluationMode,
  stopOnMatch: form.stopOnMatch ?? ruleDefaults.stopOnMatch,
  mode: form.mode ?? ruleDefaults.mode,
  owner: form.owner ?? null,
  reference: form.reference ?? null,
  meta: form.meta ?? null,
  // A text may contain other values instead, which the checker reports.
  tags: (form.tags ?? []).filter((tag) => typeof tag === 'string'),
});
