import { type Page, rawNumber } from '../../../../platform/http/index.js';
import type { StoredMatch } from '../persistence/match-store.js';
import type { ListMatchesQuery } from '../dto/dry-run.bodies.js';
import type { MatchDto, MatchListDto } from '../dto/match.dto.js';
import { labelName, storedLabels } from './record-labels.js';

/** A query of matches with the label as it is stored. */
export const toStoredFilter = <T extends ListMatchesQuery>({ label, ...query }: T) => ({
  ...query,
  ...(label && { label: label === 'unlabelled' ? label : storedLabels[label] }),
});

/** A match as it is answered. */
export function matchView({ amount, label, unknownBecause, ...match }: StoredMatch): MatchDto {
  return {
    ...match,
    amount: amount === null ? null : (rawNumber(amount) as unknown as number),
    label: labelName(label),
    ...(unknownBecause && { unknownBecause }),
  };
}

/** A page of matches as it is answered. */
export const matchListView = ({ rows, pagination }: Page<StoredMatch>): MatchListDto => ({
  success: true,
  matches: rows.map(matchView),
  pagination,
});
