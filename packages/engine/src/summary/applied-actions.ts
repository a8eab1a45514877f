import type { JsonValue } from '@tamis/stdx';

/** What the host did with the effects of an evaluation: the part of `rulesExecutionSummary` that the engine cannot know. */
export interface AppliedActions {
  /** `null` in a dry evaluation. */
  readonly evaluationId: string | null;
  /** `{alertId, ruleId, title, severity, deduplicatedInto?}`, in effect order. */
  readonly alerts: readonly JsonValue[];
  /** Most restrictive status that was set; `null` if none was. */
  readonly status: string | null;
  /** Assignee of the alerts and cases of the evaluation; absent or null if there is no new one. */
  readonly assigned?: { readonly type: 'user' | 'team'; readonly id: string } | null;
  /** Sorted union. */
  readonly customKeys: readonly string[];
  readonly skipped?: readonly JsonValue[];
  readonly failed?: readonly JsonValue[];
}
