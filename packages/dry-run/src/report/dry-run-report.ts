import type { Decision } from '@tamis/engine';
import type { Target } from '@tamis/lang';
import type { Label } from '../events/replay-event.js';

/** A figure of the baseline and of the candidate; without a baseline its figure is 0. */
export interface Both {
  readonly baseline: number;
  readonly candidate: number;
}

/** How decisions other than APPROVE agree with what is known of the records. */
export interface LabelFigures {
  /** Records labelled fraud. */
  readonly fraud: number;
  readonly caught: number;
  /** Stopped records labelled cleared. */
  readonly falseAlarms: number;
  /** Stopped records without a label: counted, never guessed. */
  readonly unlabelled: number;
  /** 0 to 1, four decimals; null where nothing is labelled. */
  readonly precision: number | null;
  readonly recall: number | null;
}

/** One side. Days are those of UTC, by logical time. */
export interface SideFigures {
  readonly ruleSetVersion: string;
  readonly decisions: Readonly<Record<Decision, number>>;
  /** Records with at least one rule that could not be decided. */
  readonly unknown: number;
  /** After `once per`. */
  readonly alerts: number;
  readonly alertsPerDay: number;
  readonly analystHoursPerDay: number;
  readonly labels: LabelFigures;
  /** Exact amounts that were not approved, by currency. */
  readonly stopped: Readonly<Record<string, string>>;
  readonly perDay: readonly DayFigures[];
  /** SHA-256 over decision, score, hits and unknown rules of every record, in order. */
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

/** Records that differ because of one changed clause of a rule; `several`: because of more than one, or none alone. */
export interface ClauseAttribution {
  /** Where the change is, as text of the rule language. */
  readonly clause: string;
  /** Empty where something was added or removed. */
  readonly before: string;
  readonly after: string;
  readonly gained: number;
  readonly lost: number;
}

/** Hits of a rule on days of one weekday: the 5th and the 95th percentile. */
export interface WeekdayBand {
  /** 1 is Monday, of UTC. */
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
  /** Records that only the candidate's rule hits, only the baseline's, both. */
  readonly gained: number;
  readonly lost: number;
  readonly unchanged: number;
  readonly unknown: Both;
  /** Hits on records labelled fraud, cleared, and on others. */
  readonly fraud: Both;
  readonly cleared: Both;
  readonly unlabelled: Both;
  /** What the candidate's rule usually hits a day, by weekday. Days between the first and the last record count, whatever they have. */
  readonly band: readonly WeekdayBand[];
  /** Of a changed rule; its sums are `gained` and `lost`. */
  readonly attribution: readonly ClauseAttribution[];
}

/** A record on which the sides differ. */
export interface DryRunMatch {
  readonly id: string;
  readonly target: Target;
  /** RFC 3339. */
  readonly occurredAt: string;
  readonly amount: unknown;
  readonly currency: unknown;
  readonly label: Label | null;
  /** Null without a baseline. */
  readonly decisionBaseline: Decision | null;
  readonly decisionCandidate: Decision;
  readonly totalScoreBaseline: number | null;
  readonly totalScoreCandidate: number;
  /** Keys of rules, in set order. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** Rules of the candidate that could not be decided. */
  readonly unknown: readonly string[];
}

/** Two rules that hit the same records. */
export interface RuleOverlap {
  readonly a: string;
  readonly b: string;
  readonly bothHit: number;
  /** Of the records either hits, the share both hit; four decimals. */
  readonly jaccard: number;
}

export interface CandidateReport extends SideFigures {
  readonly name: string;
  /** From the baseline's decision to the candidate's, most frequent first. */
  readonly flips: readonly { readonly from: Decision; readonly to: Decision; readonly count: number }[];
  /** In the candidate's set order, then those it does not have. */
  readonly rules: readonly RuleFigures[];
  /** Exact amounts that only the candidate stops, or only the baseline, by currency. */
  readonly amounts: {
    readonly gained: Readonly<Record<string, string>>;
    readonly lost: Readonly<Record<string, string>>;
  };
  /** Records on which the sides differ. */
  readonly changed: number;
  /** In an order that depends on seed and ids alone. */
  readonly matches: readonly DryRunMatch[];
  readonly matchesTruncated: boolean;
  /** Among the candidate's rules, the most alike first, at most 20. */
  readonly overlap: readonly RuleOverlap[];
}

/**
 * What the records would have come to. The report does not say what customers or fraudsters would have done had they been
 * stopped, and what rules themselves change (lists, statuses, alerts that others count) is as history has it.
 */
export interface DryRunReport {
  readonly records: {
    /** Evaluated. */
    readonly replayed: number;
    /** Of them, older than one that had arrived before. */
    readonly late: number;
    /** Runs outside the period or the sample: in windows only. */
    readonly notEvaluated: number;
    readonly labelled: Readonly<Record<Label, number>>;
    /** First and last logical time. */
    readonly from: string;
    readonly to: string;
  };
  readonly baseline: SideFigures | null;
  readonly candidates: readonly CandidateReport[];
  /** SHA-256 of all the rest: equal inputs give equal hashes, whatever the batches. */
  readonly hash: string;
}
