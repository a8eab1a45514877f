import { ruleDefaults, type NumberJson, type ObjectJson, type RuleJson, type RuleScopeJson } from '@tamis/lang';

/** Every header of a rule, with what an absent one means. Matrices stand beside: the text has their keys, answers their ids. */
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

/** Listings sort and filter by doubles; the exact number stands in the text. */
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
  // A text may hold other things in their place, which is a finding of the checker.
  tags: (form.tags ?? []).filter((tag) => typeof tag === 'string'),
});
