import type { Effect, RuleExamination, RunOutcome, SetRule } from '@tamis/engine';
import type { CheckedTest } from '@tamis/lang';
import type { ListAliases } from '../world/world-builder.js';
import type { TestWorld } from '../world/test-world.js';

/** One case of a test after its run. */
export interface RunCase {
  readonly test: CheckedTest;
  readonly world: TestWorld;
  readonly rules: readonly SetRule[];
  readonly outcome: RunOutcome;
  readonly examined: readonly RuleExamination[];
  readonly lists: ListAliases;
}

/** Null: as expected; else what came instead, in the words of the test language where it has some. */
export type Got = string | null;

/** Effects that would be applied. */
export const appliedEffects = <K extends Effect['kind']>(
  { outcome }: RunCase,
  kind: K,
): readonly Extract<Effect, { kind: K }>[] =>
  outcome.effects.filter(
    (effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind && effect.skipped === null,
  );

/** What effects there were instead, for a message. */
export function listed(items: readonly string[], none: string): string {
  const distinct = [...new Set(items)];
  if (distinct.length === 0) return none;
  const shown = distinct.slice(0, 3).join(', ');
  return distinct.length > 3 ? `${shown} and ${distinct.length - 3} more` : shown;
}

export const quoted = (text: string): string => JSON.stringify(text);
