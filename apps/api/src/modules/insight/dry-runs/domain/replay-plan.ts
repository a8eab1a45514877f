import type { Candidate, Label } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';

/** Records that are evaluated again. */
export const replayedTypes = ['transaction', 'person', 'company', 'user_event'] as const;
export type ReplayedType = (typeof replayedTypes)[number];

/** `arrival`: a record is seen by what arrived after it; `event_time`: by what happened after it, for history that was imported later. */
export const visibilities = ['arrival', 'event_time'] as const;
export type Visibility = (typeof visibilities)[number];

export const labelSources = ['alerts', 'cases', 'reasons', 'inline'] as const;
export type LabelSource = (typeof labelSources)[number];

/** What is known of a record says whether a hit on it was right. */
export interface LabelRule {
  readonly from: readonly LabelSource[];
  /** Resolutions, outcomes and reasons. */
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  /** By id of the record. */
  readonly inline: Readonly<Record<string, Label>>;
}

export const defaultLabels: LabelRule = {
  from: ['alerts', 'cases'],
  positive: ['CONFIRMED_RISK', 'REPORTED', 'FRAUD_SUSPECTED', 'AML_ALERT', 'SANCTIONS_MATCH', 'SUSPICIOUS_ACTIVITY'],
  negative: ['FALSE_POSITIVE', 'NO_RISK', 'NOT_RELEVANT'],
  inline: {},
};

/** Everything a replay needs but the records. Pure JSON: it is stored with the job, so whoever takes it over runs the same. */
export interface ReplayPlan {
  readonly recordType: ReplayedType;
  /** Logical times, ISO 8601, both included. */
  readonly from: string;
  readonly to: string;
  /** What is stored later is not there. ISO 8601. */
  readonly asOf: string;
  readonly visibility: Visibility;
  /** Whether each side sees the effects of its own rules. */
  readonly overlay: boolean;
  /** Null: the candidate is compared with nothing. */
  readonly baseline: RuleSetContent | null;
  /** One, or one for each value of a sweep. */
  readonly candidates: readonly Candidate[];
  /** One rule: the records it hits are evaluated. Null: all. */
  readonly filter: RuleSetContent | null;
  readonly sample: { readonly rate: number; readonly seed: number } | null;
  readonly labels: LabelRule;
  readonly analystMinutesPerAlert: number;
  readonly keepMatches: number;
}
