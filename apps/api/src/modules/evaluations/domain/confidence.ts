import type { Context, Facts } from '@tamis/engine';

import type { Decided } from './run-report.js';

/** The share of the fields the conditions of a run name that had a value, 0 to 1, four decimals; 1 where they name none. */
export function confidenceOf({ set, run, context, facts }: Decided): number {
  const { compiled } = set;
  const known = new Map<string, boolean>();
  const read = JSON.parse(context) as Context;
  for (const { rule, leaves } of compiled.examine(read, JSON.parse(facts) as Facts, run))
    for (const { index, outcome } of leaves) {
      const { field } = compiled.rules[rule]!.items[index]!;
      known.set(field, (known.get(field) ?? true) && outcome !== 'unknown');
    }
  const found = [...known.values()].filter(Boolean).length;
  return known.size === 0 ? 1 : Math.round((found / known.size) * 10_000) / 10_000;
}
