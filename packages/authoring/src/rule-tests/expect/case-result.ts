import type { Effect, RuleExamination, EvaluationOutcome, SetRule } from '@tamis/engine';
import type { CheckedTest } from '@tamis/lang';
import type { ListAliases } from '../world/world-builder.js';
import type { TestWorld } from '../world/test-world.js';

/** One case of a test after its evaluation. */
export interface EvaluatedCase {
  readonly test: CheckedTest;
  readonly world: TestWorld;
  readonly rules: readonly SetRule[];
  readonly outcome: EvaluationOutcome;
  readonly examined: readonly RuleExamination[];
  readonly lists: ListAliases;
}

/** `null` if the result is as expected. Otherwise the actual result, in the words of the test language where it has some. */
export type Mismatch = string | null;

/** Returns the effects that would be applied. */
export const appliedEffects = <K extends Effect['kind']>(
  { outcome }: EvaluatedCase,
  kind: K,
): readonly Extract<Effect, { kind: K }>[] =>
  outcome.effects.filter(
    (effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind && effect.skipped === null,
  );

/** Returns why an effect that a rule requested would not be applied. */
function skipReason({ kind, skipped }: Effect): string | null {
  switch (skipped) {
    case null:
      return null;
    case 'stopped':
      return 'a rule of higher priority stops on match';
    case 'duplicate':
      return 'another action of the evaluation already does the same';
    case 'empty':
      return 'the field has no value';
    case 'no_target':
      return kind === 'notify'
        ? 'the rule has no `owner` and names no `recipients`, so nobody would receive it'
        : 'no entity is linked';
  }
}

/** Describes why no effect of a kind would be applied: there is none, or the reason why it is skipped. */
export function describeMissing({ outcome }: EvaluatedCase, kind: Effect['kind'], none: string): string {
  const reasons = outcome.effects.filter((effect) => effect.kind === kind).map(skipReason);
  const [reason] = reasons.filter((each) => each !== null);
  return reason === undefined ? none : `${none}: it is skipped because ${reason}`;
}

/** Lists the actual effects for a message. */
export function listOr(items: readonly string[], none: string): string {
  const distinct = [...new Set(items)];
  if (distinct.length === 0) return none;
  const shown = distinct.slice(0, 3).join(', ');
  return distinct.length > 3 ? `${shown} and ${distinct.length - 3} more` : shown;
}

export const quoted = (text: string): string => JSON.stringify(text);
