import type { components } from '@tamis/client';

type Run = components['schemas']['EvaluationDto'];
type Unknownable = components['schemas']['UnknownableDto'];

/** What is most often in the way comes first; what nobody measured, last. */
export const mostFrequentFirst = (rows: readonly Unknownable[]): readonly Unknownable[] =>
  [...rows].sort((a, b) => (b.share ?? -1) - (a.share ?? -1) || a.path.localeCompare(b.path));

/** Why a rule was unknown in a run. Under `unknown hit` it stands among the hits. */
export function undecidedBecause({ rulesExecutionSummary: { rulesHit, rulesNoHit } }: Run, ruleId: string) {
  return [...rulesNoHit, ...rulesHit].find((rule) => rule.ruleId === ruleId)?.unknownBecause ?? [];
}
