import { ruleDefaults, type NumberJson, type RuleJson } from '@tamis/lang';

/** Every header of a rule, with what an absent one means. */
export interface RuleHeaders {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly priority: number;
  readonly score: number;
  readonly unknown: string;
  readonly mode: string;
  readonly targetEntityTypes: readonly string[];
  readonly triggers: readonly string[];
}

/** Listings sort and filter by doubles; the exact number stands in the text. */
const plain = (number: NumberJson): number => (typeof number === 'number' ? number : Number(number.$number));

export const withDefaults = (form: RuleJson): RuleHeaders => ({
  key: form.key,
  name: form.name ?? form.key,
  description: form.description ?? ruleDefaults.description,
  category: form.category ?? ruleDefaults.category,
  priority: plain(form.priority ?? ruleDefaults.priority),
  score: plain(form.score ?? ruleDefaults.score),
  unknown: form.unknown ?? ruleDefaults.unknown,
  mode: form.mode ?? ruleDefaults.mode,
  targetEntityTypes: form.targetEntityTypes ?? [],
  triggers: form.triggers ?? [],
});
