import type { EventCause } from '../../../../platform/outbox/index.js';
import type { JsonObject, TriggerType } from '../../definitions/index.js';

export const executionStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** What an execution is about, by its ids; absent: it is about none. */
export interface ExecutionSubject {
  readonly entityId?: string;
  readonly transactionId?: string;
  readonly userEventId?: string;
  readonly alertId?: string;
  readonly investigationId?: string;
}

/** What started it. */
export interface ExecutionTrigger extends ExecutionSubject {
  readonly type: TriggerType;
  /** Of the outbox; absent: no event did. */
  readonly event?: string;
}

/** The record that an execution is about, the closest to what happened; null: it is about none. */
export const recordOf = (trigger: ExecutionTrigger): string | null =>
  trigger.investigationId ??
  trigger.alertId ??
  trigger.userEventId ??
  trigger.transactionId ??
  trigger.entityId ??
  null;

/** What is still to be done, and what texts are filled with besides the event. */
export interface ExecutionState {
  /** Nodes, in order. */
  readonly queue: readonly string[];
  readonly done: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** What actions made, by their nodes. */
  readonly results: Readonly<Record<string, JsonObject>>;
  /** What whoever continued it gave. */
  readonly payload: JsonObject;
  /** Whether any step failed for good: then so has the whole, once the others are done. */
  readonly hasFailed: boolean;
}

/** An execution that is to be begun. */
export interface NewExecution {
  readonly id: string;
  readonly automationId: string;
  readonly version: number;
  /** What starts it once: an event, a time, a call. */
  readonly eventKey: string;
  readonly trigger: ExecutionTrigger;
  /** JSON text of what the event told. */
  readonly data: string;
  /** Whose permissions it has. */
  readonly actsFor: string;
  readonly chain: readonly string[];
  /** Why it ended before it began; null: it begins. */
  readonly stopped: string | null;
}

/** An execution that this process has, as long as its lease runs. */
export interface LeasedExecution {
  readonly organizationId: string;
  readonly id: string;
  readonly automationId: string;
  readonly version: number;
  /** `waiting`: it has waited too long. */
  readonly status: 'queued' | 'running' | 'waiting';
  readonly trigger: ExecutionTrigger;
  readonly data: JsonObject;
  readonly state: ExecutionState | null;
  readonly actsFor: string;
  readonly cause: EventCause;
  readonly leaseNumber: number;
  /** It was just taken: what may have changed since is looked at. */
  readonly isFresh: boolean;
  readonly steps: number;
  readonly attempts: number;
}

export const firstState = (first: readonly string[]): ExecutionState => ({
  ...{ queue: first, done: [], variables: {}, results: {}, payload: {}, hasFailed: false },
});

/** The state behind a node: what follows it comes first, each node once. */
export function stateBehind(state: ExecutionState, node: string, next: readonly string[]): ExecutionState {
  const done = [...state.done, node];
  const rest = state.queue.slice(1);
  const fresh = next.filter((id) => !done.includes(id) && !rest.includes(id));
  return { ...state, done, queue: [...new Set(fresh), ...rest] };
}

/** Why something may not start an execution. */
export type StopReason = 'own_chain' | 'too_deep' | 'too_many' | 'expired' | 'subject_deleted' | 'cancelled_by_request';
