import type { Decision } from '@tamis/engine';
import type { Target } from '@tamis/lang';
import type { Label } from '../events/replay-event.js';

/** The figures of the baseline and of the candidate; 0 for the baseline if there is none. */
export interface Both {
  readonly baseline: number;
  readonly candidate: number;
}

/** Compares decisions other than APPROVE with the known labels of records. */
export interface LabelFigures {
  /** The number of records labelled fraud. */
  readonly fraud: number;
  readonly caught: number;
  /** The number of stopped records labelled cleared. */
  readonly falseAlarms: number;
  /** The number of stopped records without a label, which are only counted. */
  readonly unlabelled: number;
  /** A number from 0 to 1 with four decimals; `null` if nothing is labelled. */
  readonly precision: number | null;
  readonly recall: number | null;
}

/** The figures of one side. Days are UTC days by logical time. */
export interface SideFigures {
  readonly ruleSetVersion: string;
  readonly decisions: Readonly<Record<Decision, number>>;
  /** The number of records with at least one rule that could not be decided. */
  readonly unknown: number;
  /** Counted after `once per`. */
  readonly alerts: number;
  readonly alertsPerDay: number;
  readonly analystHoursPerDay: number;
  readonly labels: LabelFigures;
  /** The exact amounts that were not approved, by currency. */
  readonly stopped: Readonly<Record<string, string>>;
  readonly perDay: readonly DayFigures[];
  /** The SHA-256 hash over decision, score, hits and unknown rules of every record, in order. */
  readonly outcomeHash: string;
}

export interface DayFigures {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly records: number;
  readonly stopped: number;
  readonly alerts: number;
  readonly unknown: number;
}

/**
 * The records that differ because of one changed clause of a rule; `several` if more than one change, or none alone, caused the difference.
 */
export interface ClauseAttribution {
  /** The changed clause, as text of the rule language. */
  readonly clause: string;
  /** Empty if something was added or removed. */
  readonly before: string;
  readonly after: string;
  readonly gained: number;
  readonly lost: number;
}

/** The hits of a rule on one weekday: the 5th and the 95th percentile. */
export interface WeekdayBand {
  /** The UTC weekday, where 1 is Monday. */
  readonly weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  readonly days: number;
  readonly low: number;
  readonly high: number;
}

export interface RuleFigures {
  readonly key: string;
  readonly name: string;
  readonly change: 'added' | 'removed' | 'changed' | 'same';
  readonly hits: Both;
  /** The number of records that only the candidate's rule hits, that only the baseline's hits, and that both hit. */
  readonly gained: number;
  readonly lost: number;
  readonly unchanged: number;
  readonly unknown: Both;
  /** The hits on records labelled fraud, labelled cleared, and on others. */
  readonly fraud: Both;
  readonly cleared: Both;
  readonly unlabelled: Both;
  /**
   * The usual daily hits of the candidate's rule, by weekday. All days between the first and the last record count, even without records.
   */
  readonly band: readonly WeekdayBand[];
  /** For a changed rule; its totals are `gained` and `lost`. */
  readonly attribution: readonly ClauseAttribution[];
}

/** A record on which the sides differ. */
export interface DryRunMatch {
  readonly id: string;
  readonly target: Target;
  /** An RFC 3339 time. */
  readonly occurredAt: string;
  readonly amount: unknown;
  readonly currency: unknown;
  readonly label: Label | null;
  /** `null` without a baseline. */
  readonly decisionBaseline: Decision | null;
  readonly decisionCandidate: Decision;
  readonly totalScoreBaseline: number | null;
  readonly totalScoreCandidate: number;
  /** The keys of rules, in set order. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** The rules of the candidate that could not be decided. */
  readonly unknown: readonly string[];
}

/** Two rules that hit the same records. */
export interface RuleOverlap {
  readonly a: string;
  readonly b: string;
  readonly bothHit: number;
  /** The share of records hit by both among those hit by either, with four decimals. */
  readonly jaccard: number;
}

export interface CandidateReport extends SideFigures {
  readonly name: string;
  /** The changes from the baseline's decision to the candidate's, most frequent first. */
  readonly flips: readonly { readonly from: Decision; readonly to: Decision; readonly count: number }[];
  /** In the set order of the candidate, followed by the rules it does not have. */
  readonly rules: readonly RuleFigures[];
  /** The exact amounts that only the candidate, or only the baseline, stops, by currency. */
  readonly amounts: {
    readonly gained: Readonly<Record<string, string>>;
    readonly lost: Readonly<Record<string, string>>;
  };
  /** The number of records on which the sides differ. */
  readonly changed: number;
  /** In an order that depends only on seed and ids. */
  readonly matches: readonly DryRunMatch[];
  readonly matchesTruncated: boolean;
  /** Pairs of the candidate's rules, most similar first, at most 20. */
  readonly overlap: readonly RuleOverlap[];
}

/**
 * The results for the records. The report does not predict what customers or fraudsters would have done if they had been stopped, and the
 * data that rules themselves change (lists, statuses, alerts that others count) are as in the history.
 */
export interface DryRunReport {
  readonly records: {
    /** Evaluated. */
    readonly replayed: number;
    /** The number of those that are older than a record that had arrived before. */
    readonly late: number;
    /** Evaluations outside the period or the sample, which only count in windows. */
    readonly notEvaluated: number;
    readonly labelled: Readonly<Record<Label, number>>;
    /** The first and last logical time. */
    readonly from: string;
    readonly to: string;
  };
  readonly baseline: SideFigures | null;
  readonly candidates: readonly CandidateReport[];
  /** The SHA-256 hash of all other fields: equal inputs give equal hashes, regardless of batches. */
  readonly hash: string;
}
