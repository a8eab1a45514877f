import type { Exact } from '../../../data/exact-json.js';
import type { Match } from './figures.js';
import type { Decision } from './matches-search.js';

/** A row of the records behind a number, regardless of its source. */
export interface ShownRecord {
  readonly recordId: string;
  readonly name: string;
  readonly occurredAt: string;
  readonly who: string | null;
  readonly amount: Exact | null;
  readonly currency: string | null;
  readonly label: 'positive' | 'negative' | null;
  readonly from: Decision | null;
  readonly to: Decision;
  /** The rules with a different outcome, and the parts of them that caused it. */
  readonly because: string;
  readonly isTransaction: boolean;
}

const signs: Readonly<Record<string, string>> = { gained: '+', lost: '−', unknown: '? ' };

export const shownMatch = (match: Match): ShownRecord => ({
  recordId: match.recordId,
  name: match.externalId ?? match.recordId,
  occurredAt: match.occurredAt,
  who: match.entity?.name ?? null,
  amount: match.amount,
  currency: match.currency,
  label: match.label,
  from: match.decisionBaseline,
  to: match.decisionCandidate,
  because: [match.ruleKey === null ? '' : `${signs[match.change] ?? ''}${match.ruleKey}`, match.clause ?? '']
    .filter((part) => part !== '')
    .join(' · '),
  isTransaction: match.recordType === 'transaction',
});
