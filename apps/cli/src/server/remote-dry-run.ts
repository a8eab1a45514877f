import type {
  Both,
  CandidateReport,
  DayFigures,
  DryRunMatch,
  DryRunReport,
  LabelFigures,
  RuleFigures,
  SideFigures,
} from '@tamis/dry-run';
import { failure, ok, type Result } from '@tamis/stdx';
import type { Problem } from '../problem.js';
import type { ApiClient } from './api-client.js';
import { labelOfServer } from './server-labels.js';

interface Changed extends Both {
  readonly change: number;
}

interface RemoteRule extends Omit<RuleFigures, 'unchanged' | 'fraud' | 'cleared'> {
  readonly same: number;
  readonly positives: Both;
  readonly falseAlarms: Both;
}

/** A dry run as a server returns it; figures are present after it is completed, if any record was evaluated. */
export interface RemoteDryRun {
  readonly id: string;
  readonly request: { readonly from: string; readonly to: string };
  readonly candidate: { readonly ruleSetVersion: string };
  readonly baseline: { readonly ruleSetVersion: string } | null;
  readonly records?: {
    readonly total: number;
    readonly replayed: number;
    readonly late: number;
    readonly labelled: DryRunReport['records']['labelled'];
  };
  readonly decisions?: readonly (Changed & { readonly decision: string })[];
  readonly flips?: CandidateReport['flips'];
  readonly unknown?: Both;
  readonly alerts?: { readonly perDay: Changed; readonly analystHoursPerDay: Changed };
  readonly labels?: { readonly baseline: LabelFigures | null; readonly candidate: LabelFigures };
  readonly rules?: readonly RemoteRule[];
  readonly perDay?: readonly (DayFigures & { readonly baseline: Omit<DayFigures, 'date'> | null })[];
  readonly amounts?: CandidateReport['amounts'];
  readonly overlap?: CandidateReport['overlap'];
  readonly hash?: string;
  readonly matchesTruncated?: boolean;
  readonly warnings: readonly string[];
}

/** A record behind the numbers, for one rule or for its decision. */
export interface RemoteMatch {
  readonly recordType: 'transaction' | 'person' | 'company' | 'user_event';
  readonly recordId: string;
  readonly externalId: string | null;
  readonly occurredAt: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly label: string | null;
  readonly change: string;
  readonly ruleKey: string | null;
  readonly decisionBaseline: string | null;
  readonly decisionCandidate: string;
}

type Figures = Required<Omit<RemoteDryRun, 'baseline'>> & Pick<RemoteDryRun, 'baseline'>;

function sideOf(run: Figures, side: 'baseline' | 'candidate', days: readonly DayFigures[]): SideFigures {
  const { decisions, unknown, alerts, labels, amounts, baseline } = run;
  const counts = decisions.map((each) => [each.decision, each[side]] as const);
  return {
    ruleSetVersion: run[side]?.ruleSetVersion ?? '',
    decisions: Object.fromEntries(counts) as SideFigures['decisions'],
    unknown: unknown[side],
    alerts: days.reduce((sum, day) => sum + day.alerts, 0),
    alertsPerDay: alerts.perDay[side],
    analystHoursPerDay: alerts.analystHoursPerDay[side],
    labels: labels[side] ?? labels.candidate,
    // Without a baseline, everything that is stopped is stopped only by the candidate.
    stopped: baseline ? {} : amounts.gained,
    perDay: days,
    outcomeHash: '',
  };
}

function matchesOf(rows: readonly RemoteMatch[]): readonly DryRunMatch[] {
  const byRecord = new Map<string, RemoteMatch[]>();
  for (const row of rows) byRecord.set(row.recordId, [...(byRecord.get(row.recordId) ?? []), row]);
  return [...byRecord.values()].map((own): DryRunMatch => {
    const [first] = own as [RemoteMatch];
    const keys = (change: string): readonly string[] => [
      ...new Set(own.flatMap((each) => (each.change === change && each.ruleKey !== null ? [each.ruleKey] : []))),
    ];
    return {
      id: first.externalId ?? first.recordId,
      target: first.recordType === 'user_event' ? 'userEvent' : first.recordType,
      occurredAt: first.occurredAt,
      amount: first.amount,
      currency: first.currency,
      label: labelOfServer(first.label),
      decisionBaseline: first.decisionBaseline as DryRunMatch['decisionBaseline'],
      decisionCandidate: first.decisionCandidate as DryRunMatch['decisionCandidate'],
      totalScoreBaseline: null,
      totalScoreCandidate: 0,
      gained: keys('gained'),
      lost: keys('lost'),
      unknown: keys('unknown'),
    };
  });
}

/**
 * Returns a dry run of a server in the form of a local report; `null` if no record was evaluated. `rows` contains the differing records.
 */
export function reportOf(run: RemoteDryRun, rows: readonly RemoteMatch[]): DryRunReport | null {
  if (!run.records || !run.decisions || !run.perDay) return null;
  const figures = run as Figures;
  const days = figures.perDay.map(({ baseline: _before, ...day }) => day);
  const before = figures.perDay.flatMap(({ date, baseline }) => (baseline ? [{ date, ...baseline }] : []));
  const matches = matchesOf(rows);
  const { replayed, late, total, labelled } = figures.records;
  return {
    records: { replayed, late, notEvaluated: total - replayed, labelled, ...figures.request },
    baseline: run.baseline && sideOf(figures, 'baseline', before),
    candidates: [
      {
        ...sideOf(figures, 'candidate', days),
        name: 'candidate',
        flips: figures.flips,
        rules: figures.rules.map(({ same, positives, falseAlarms, ...rule }) => ({
          ...rule,
          unchanged: same,
          fraud: positives,
          cleared: falseAlarms,
        })),
        amounts: figures.amounts,
        // At least as many as were requested.
        changed: Math.max(
          matches.length,
          figures.flips.reduce((sum, { count }) => sum + count, 0),
        ),
        matches,
        matchesTruncated: figures.matchesTruncated,
        overlap: figures.overlap,
      },
    ],
    hash: figures.hash,
  };
}

/** The records behind the numbers, in the order of the server. */
export interface RemoteMatches {
  readonly rows: readonly RemoteMatch[];
  /** Whether there are more records of some kind. */
  readonly hasMore: boolean;
}

/** Returns the first records that a rule gained or lost, or whose decision flipped, up to the limit for each kind. */
export async function differingRecords(
  client: ApiClient,
  id: string,
  limit: number,
): Promise<Result<RemoteMatches, Problem>> {
  const rows: RemoteMatch[] = [];
  let hasMore = false;
  for (const change of ['gained', 'lost', 'flipped']) {
    const answer = await client.request(`/rules/dry-runs/${encodeURIComponent(id)}/matches`, {
      query: { change, limit },
    });
    if (!answer.ok) return failure(answer.error);
    rows.push(...(answer.value['matches'] as readonly RemoteMatch[]));
    hasMore ||= (answer.value['pagination'] as { readonly hasMore: boolean }).hasMore;
  }
  return ok({ rows, hasMore });
}
