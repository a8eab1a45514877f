import type { Context, Facts } from '@tamis/engine';

import type { EvaluationResult } from './evaluation-report.js';

export interface Coverage {
  /** Share of the fields that had a value, from 0 to 1 with four decimals; 1 if there are no fields. */
  readonly share: number;
  /** Fields without a value, in the order in which conditions name them. */
  readonly missing: readonly string[];
}

export interface RuleCoverage extends Coverage {
  readonly ruleId: string;
  readonly ruleKey: string;
}

function coverage(fields: ReadonlyMap<string, boolean>): Coverage {
  const missing = [...fields].flatMap(([field, isKnown]) => (isKnown ? [] : [field]));
  const share = fields.size === 0 ? 1 : (fields.size - missing.length) / fields.size;
  return { share: Math.round(share * 10_000) / 10_000, missing };
}

/**
 * Returns which fields in the conditions of an evaluation had a value, in total and per rule, even if the outcome of a rule did not depend
 * on them.
 */
export function coverageOf({
  set,
  run,
  context,
  facts,
}: EvaluationResult): Coverage & { readonly rules: RuleCoverage[] } {
  const { compiled } = set;
  const all = new Map<string, boolean>();
  const rules: RuleCoverage[] = [];
  const read = JSON.parse(context) as Context;
  for (const { rule, leaves } of compiled.examine(read, JSON.parse(facts) as Facts, run)) {
    const { content, checked, items } = compiled.rules[rule]!;
    const own = new Map<string, boolean>();
    for (const { index, outcome } of leaves) {
      const { field } = items[index]!;
      own.set(field, (own.get(field) ?? true) && outcome !== 'unknown');
      all.set(field, (all.get(field) ?? true) && outcome !== 'unknown');
    }
    rules.push({ ruleId: content.ruleId, ruleKey: checked.key, ...coverage(own) });
  }
  return { ...coverage(all), rules };
}
