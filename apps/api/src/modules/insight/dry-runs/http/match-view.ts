import { type Page, rawNumber } from '../../../../platform/http/index.js';
import type { StoredMatch } from '../persistence/match-store.js';
import type { MatchCount } from '../persistence/match-counts.js';
import type { MatchFilterQuery } from '../dto/dry-run.bodies.js';
import type { MatchCountsDto, MatchDto, MatchListDto } from '../dto/match.dto.js';
import { labelName, storedLabels } from './record-labels.js';

/** Converts the query of matches, with the label in its stored form. */
export const toStoredFilter = <T extends MatchFilterQuery>({ label, ...query }: T) => ({
  ...query,
  ...(label && { label: label === 'unlabelled' ? label : storedLabels[label] }),
});

/** Returns a match in the form of responses. */
export function matchView({ amount, label, unknownBecause, ...match }: StoredMatch): MatchDto {
  return {
    ...match,
    amount: amount === null ? null : (rawNumber(amount) as unknown as number),
    label: labelName(label),
    ...(unknownBecause && { unknownBecause }),
  };
}

/** Returns a page of matches in the form of responses. */
export const matchListView = ({ rows, pagination }: Page<StoredMatch>): MatchListDto => ({
  success: true,
  matches: rows.map(matchView),
  pagination,
});

/** Returns counts of matches in the form of responses, highest first, with days in order. */
export function matchCountsView(counts: readonly MatchCount[]): MatchCountsDto {
  const all = counts.toSorted((a, b) => b.records - a.records || (String(a.of) < String(b.of) ? -1 : 1));
  const figure = <View>(name: MatchCount['figure'], view: (of: readonly (string | null)[], records: number) => View) =>
    all.filter(({ figure: each }) => each === name).map(({ of, records }) => view(of, records));
  const text = (value: string | null | undefined): string => value ?? '';
  return {
    success: true,
    records: all.find(({ figure: each }) => each === 'all')?.records ?? 0,
    decisions: figure('decisions', ([from = null, to], records) => ({ from, to: text(to), records })),
    days: figure('days', ([date], records) => ({ date: text(date), records })).sort((a, b) =>
      a.date < b.date ? -1 : 1,
    ),
    segments: figure('segments', ([segment], records) => {
      const [dimension = '', ...value] = text(segment).split(':');
      return { dimension, value: value.join(':'), records };
    }),
    labels: figure('labels', ([label = null], records) => ({ label: labelName(label) ?? 'unlabelled', records })),
    rules: figure('rules', ([ruleKey, change], records) => ({ ruleKey: text(ruleKey), change: text(change), records })),
    clauses: figure('clauses', ([ruleKey, change, clause], records) => ({
      ...{ ruleKey: text(ruleKey), change: text(change), clause: text(clause), records },
    })),
  };
}
