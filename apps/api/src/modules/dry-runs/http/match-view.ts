import { rawNumber } from '../../../platform/http/index.js';
import type { StoredMatch } from '../persistence/match-store.js';
import type { MatchDto } from './match.dto.js';
import type { ListMatchesQuery } from './dry-run.queries.js';

/** Labels as people name them. */
const labelNames: Readonly<Record<string, string>> = { fraud: 'positive', cleared: 'negative' };

/** How labels are stored, by their names. */
const storedLabels = { positive: 'fraud', negative: 'cleared', unlabelled: 'unlabelled' } as const;

/** A query of matches with the label as it is stored. */
export const asStored = <T extends ListMatchesQuery>({ label, ...query }: T) => ({
  ...query,
  ...(label && { label: storedLabels[label] }),
});

/** A match as it is answered. */
export function matchView({ amount, label, unknownBecause, ...match }: StoredMatch): MatchDto {
  return {
    ...match,
    amount: amount === null ? null : (rawNumber(amount) as unknown as number),
    label: label === null ? null : (labelNames[label] ?? null),
    ...(unknownBecause && { unknownBecause }),
  };
}
