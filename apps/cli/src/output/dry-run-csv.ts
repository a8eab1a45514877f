import { csvText } from '@tamis/stdx';
import type { Both, CandidateReport, DryRunMatch } from '@tamis/dry-run';

const both = (name: string): readonly string[] => [`${name}Before`, name];
const bothOf = ({ baseline, candidate }: Both): readonly number[] => [baseline, candidate];

/** One line for each rule of a candidate. */
export const rulesCsv = ({ rules }: CandidateReport): string =>
  csvText(
    [
      'rule',
      'name',
      'change',
      ...both('hits'),
      'gained',
      'lost',
      'unchanged',
      ...both('unknown'),
      ...both('fraud'),
      ...both('cleared'),
      ...both('unlabelled'),
    ],
    rules.map(({ key, name, change, hits, gained, lost, unchanged, unknown, fraud, cleared, unlabelled }) => [
      key,
      name,
      change,
      ...bothOf(hits),
      gained,
      lost,
      unchanged,
      ...bothOf(unknown),
      ...bothOf(fraud),
      ...bothOf(cleared),
      ...bothOf(unlabelled),
    ]),
  );

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

/** One line for each record on which the sides differ. */
export const matchesCsv = (matches: readonly DryRunMatch[]): string =>
  csvText(
    ['id', 'occurredAt', 'amount', 'currency', 'label', 'decisionBefore', 'decision', 'gained', 'lost', 'unknown'],
    matches.map((match) => [
      match.id,
      match.occurredAt,
      text(match.amount),
      text(match.currency),
      match.label,
      match.decisionBaseline,
      match.decisionCandidate,
      match.gained.join(' '),
      match.lost.join(' '),
      match.unknown.join(' '),
    ]),
  );
