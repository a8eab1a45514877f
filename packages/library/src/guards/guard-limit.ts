/** Metrics of a guard with their names in text. Counts trip as soon as the limit is exceeded. Shares require enough data first. */
export const guardMetrics = {
  alerts: { word: 'alerts', isCount: true },
  hits: { word: 'hits', isCount: true },
  rejects: { word: 'rejects', isCount: true },
  hitRate: { word: 'hit rate', isCount: false },
  unknownRate: { word: 'unknown rate', isCount: false },
  falsePositiveRate: { word: 'false alarm rate', isCount: false },
  latencyShare: { word: 'latency share', isCount: false },
} as const;

export type GuardMetric = keyof typeof guardMetrics;

/** The period that is measured, ending now. */
export const guardWindows = ['1h', '24h'] as const;
export type GuardWindow = (typeof guardWindows)[number];

/** What a metric is compared with if no value is given. */
export const guardReferences = ['dry_run', 'previous_7d'] as const;
export type GuardReference = (typeof guardReferences)[number];

/** Limit for a rule: `operator` and `value` (shares are from 0 to 1), or `withinFactor` and `of`. */
export type GuardLimit = {
  readonly metric: GuardMetric;
  readonly window: GuardWindow;
} & (
  | { readonly operator: 'lte' | 'gte'; readonly value: number }
  | { readonly withinFactor: number; readonly of: GuardReference }
);

/** `pause`: the rule changes from active to shadow. `notify`: nothing changes. */
export const guardActions = ['pause', 'notify'] as const;
export type GuardAction = (typeof guardActions)[number];

/** A guard as it is written in one line. */
export interface GuardText {
  readonly limits: readonly GuardLimit[];
  readonly action: GuardAction;
}

/** Maximum number of limits of one guard. */
export const guardLimitsMax = 10;
