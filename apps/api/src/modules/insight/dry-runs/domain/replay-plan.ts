import type { Candidate, Label } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';

/** Types of records that can be replayed. */
export const replayedTypes = ['transaction', 'person', 'company', 'user_event'] as const;
export type ReplayedType = (typeof replayedTypes)[number];

/**
 * `arrival`: a record is visible to those that arrived after it. `event_time`: to those that happened after it, for history imported later.
 */
export const visibilities = ['arrival', 'event_time'] as const;
export type Visibility = (typeof visibilities)[number];

export const labelSources = ['alerts', 'cases', 'reasons', 'inline'] as const;
export type LabelSource = (typeof labelSources)[number];

/** Determines from what is known about a record whether a hit on it was correct. */
export interface LabelRule {
  readonly from: readonly LabelSource[];
  /** Resolutions, outcomes and reasons. */
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  /** By record id. */
  readonly inline: Readonly<Record<string, Label>>;
}

export const defaultLabels: LabelRule = {
  from: ['alerts', 'cases'],
  positive: ['CONFIRMED_RISK', 'REPORTED', 'FRAUD_SUSPECTED', 'AML_ALERT', 'SANCTIONS_MATCH', 'SUSPICIOUS_ACTIVITY'],
  negative: ['FALSE_POSITIVE', 'NO_RISK', 'NOT_RELEVANT'],
  inline: {},
};

/**
 * Everything that a replay requires except the records. Plain JSON, stored with the job, so that any process that takes it over does the
 * same.
 */
export interface ReplayPlan {
  readonly recordType: ReplayedType;
  /** Logical times, ISO 8601, both included. */
  readonly from: string;
  readonly to: string;
  /** Data stored later is ignored. ISO 8601. */
  readonly asOf: string;
  readonly visibility: Visibility;
  /** Whether each side sees the effects of its own rules. */
  readonly overlay: boolean;
  /** `null` if the candidate is not compared with anything. */
  readonly baseline: RuleSetContent | null;
  /** A single candidate, or one for each value of a sweep. */
  readonly candidates: readonly Candidate[];
  /** A single rule that selects the records it hits. `null` for all records. */
  readonly filter: RuleSetContent | null;
  readonly sample: { readonly rate: number; readonly seed: number } | null;
  readonly labels: LabelRule;
  readonly analystMinutesPerAlert: number;
  readonly keepMatches: number;
}
