import type { Label } from '@tamis/dry-run';

import type { LabelRule } from './replay-plan.js';

/** What is known about a record. */
export interface RecordFindings {
  readonly id: string;
  readonly resolutions: readonly string[];
  readonly outcomes: readonly string[];
  readonly reason: string | null;
}

/**
 * Returns the label of a record. A label given for the record itself takes precedence over findings. One finding of risk outweighs all
 * others.
 */
export function resolveLabel({ from, positive, negative, inline }: LabelRule, known: RecordFindings): Label | null {
  if (from.includes('inline') && Object.hasOwn(inline, known.id)) return inline[known.id] ?? null;
  const found = [
    ...(from.includes('alerts') ? known.resolutions : []),
    ...(from.includes('cases') ? known.outcomes : []),
    ...(from.includes('reasons') && known.reason !== null ? [known.reason] : []),
  ];
  if (found.some((each) => positive.includes(each))) return 'fraud';
  return found.some((each) => negative.includes(each)) ? 'cleared' : null;
}
