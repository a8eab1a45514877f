import type { CandidateReport, DryRunReport } from '@tamis/dry-run';

const decisions = ['REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;
const keys = ['first', 'second', 'third'] as const;
const firstMs = Date.parse('2025-01-01T00:00:00Z');
const minuteMs = 60_000;

const both = (candidate: number) => ({ baseline: 0, candidate });

/** Returns a report with this number of changed records: each third is for the same rule and has the same decision. */
function reportOf(records: number): DryRunReport {
  const matches = Array.from({ length: records }, (_, at): CandidateReport['matches'][number] => ({
    id: `record-${at}`,
    target: 'transaction',
    occurredAt: new Date(firstMs + at * minuteMs).toISOString(),
    amount: at + 0.5,
    currency: 'USD',
    label: at % 10 === 0 ? 'fraud' : null,
    decisionBaseline: 'APPROVE',
    decisionCandidate: decisions[at % 3]!,
    totalScoreBaseline: 0,
    totalScoreCandidate: 40,
    gained: [keys[at % 3]!],
    lost: [],
    unknown: [],
  }));
  const third = (at: number): number => matches.filter(({ gained }) => gained[0] === keys[at]).length;
  const labels = { fraud: records / 10, caught: 0, falseAlarms: 0, unlabelled: 0, precision: null, recall: null };
  const side = {
    unknown: 0,
    alerts: 0,
    alertsPerDay: 0,
    analystHoursPerDay: 0,
    labels,
    stopped: {},
    outcomeHash: 'sha256',
  };
  const none = { APPROVE: records, REVIEW_REQUIRED: 0, HOLD: 0, REJECT: 0 };
  const some = { APPROVE: 0, REVIEW_REQUIRED: third(0), HOLD: third(1), REJECT: third(2) };
  const candidate = {
    ...side,
    name: 'candidate',
    ruleSetVersion: 'rs_2',
    decisions: some,
    perDay: [{ date: '2025-01-01', records, stopped: records, alerts: 0, unknown: 0 }],
    flips: decisions.map((to, at) => ({ from: 'APPROVE' as const, to, count: third(at) })),
    rules: keys.map((key, at) => ({
      ...{ key, name: key, change: 'added' as const, hits: both(third(at)), gained: third(at), lost: 0, unchanged: 0 },
      ...{ unknown: both(0), fraud: both(0), cleared: both(0), unlabelled: both(third(at)), band: [], attribution: [] },
    })),
    amounts: { gained: { USD: '1' }, lost: {} },
    changed: records,
    matches,
    matchesTruncated: false,
    overlap: [],
  };
  return {
    records: {
      ...{ replayed: records, late: 0, notEvaluated: 0, labelled: { fraud: 0, cleared: 0 } },
      from: matches[0]!.occurredAt,
      to: matches.at(-1)!.occurredAt,
    },
    baseline: { ...side, ruleSetVersion: 'rs_1', decisions: none, perDay: [] },
    candidates: [candidate],
    hash: 'sha256',
  };
}

/** Returns the report as `tamis dry-run --json` writes it. With 30,000 records it is larger than ten megabytes. */
export const makeReport = (records: number): string => JSON.stringify(reportOf(records), null, 2);
