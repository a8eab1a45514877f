import type { JsonValue } from '@tamis/stdx';

/** What the host did with the effects of a run; the part of `rulesExecutionSummary` the engine cannot know. */
export interface AppliedActions {
  /** Null in a dry answer. */
  readonly evaluationId: string | null;
  /** `{alertId, ruleId, title, severity, deduplicatedInto?}`, in effect order. */
  readonly alerts: readonly JsonValue[];
  /** Most restrictive status that was set; null when none was. */
  readonly status: string | null;
  /** Who got the alerts and cases of the run; absent or null: nobody new. */
  readonly assigned?: { readonly type: 'user' | 'team'; readonly id: string } | null;
  /** Sorted union. */
  readonly customKeys: readonly string[];
  readonly skipped?: readonly JsonValue[];
  readonly failed?: readonly JsonValue[];
}
