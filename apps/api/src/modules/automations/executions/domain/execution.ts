import type { EventCause } from '../../../../platform/outbox/index.js';
import type { JsonObject, TriggerType } from '../../definitions/index.js';

export const executionStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** Ids of the subjects of an execution. Absent ids mean there is no such subject. */
export interface ExecutionSubject {
  readonly entityId?: string;
  readonly transactionId?: string;
  readonly userEventId?: string;
  readonly alertId?: string;
  readonly investigationId?: string;
}

/** What started an execution. */
export interface ExecutionTrigger extends ExecutionSubject {
  readonly type: TriggerType;
  /** Name of the outbox event; absent if it was not started by one. */
  readonly event?: string;
}

/** Returns the most specific record of an execution; `null` if there is none. */
export const recordOf = (trigger: ExecutionTrigger): string | null =>
  trigger.investigationId ??
  trigger.alertId ??
  trigger.userEventId ??
  trigger.transactionId ??
  trigger.entityId ??
  null;

/** The remaining nodes, and values for texts other than those of the event. */
export interface ExecutionState {
  /** Nodes to execute, in order. */
  readonly queue: readonly string[];
  readonly done: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Results of actions, by node. */
  readonly results: Readonly<Record<string, JsonObject>>;
  /** Values given by the user who continued it. */
  readonly payload: JsonObject;
  /** Whether any step failed permanently. The execution then fails once the others are done. */
  readonly hasFailed: boolean;
}

/** An execution to be started. */
export interface NewExecution {
  readonly id: string;
  readonly automationId: string;
  readonly version: number;
  /** Identifies the event, time or call, so that it starts the execution only once. */
  readonly eventKey: string;
  readonly trigger: ExecutionTrigger;
  /** JSON text of the event's payload. */
  readonly data: string;
  /** Whose permissions it has. */
  readonly actsFor: string;
  readonly chain: readonly string[];
  /** Why it ended before it started; `null` if it starts. */
  readonly stopped: string | null;
}

/** An execution that this process holds while its lease is valid. */
export interface LeasedExecution {
  readonly organizationId: string;
  readonly id: string;
  readonly automationId: string;
  readonly version: number;
  /** `waiting` means that it waited too long. */
  readonly status: 'queued' | 'running' | 'waiting';
  readonly trigger: ExecutionTrigger;
  readonly data: JsonObject;
  readonly state: ExecutionState | null;
  readonly actsFor: string;
  readonly cause: EventCause;
  readonly leaseNumber: number;
  /** Whether it was just claimed, so that what may have changed since must be checked. */
  readonly isFresh: boolean;
  readonly steps: number;
  readonly attempts: number;
}

export const firstState = (first: readonly string[]): ExecutionState => ({
  ...{ queue: first, done: [], variables: {}, results: {}, payload: {}, hasFailed: false },
});

/** Returns the state after a node. Its successors come first, each node once. */
export function stateBehind(state: ExecutionState, node: string, next: readonly string[]): ExecutionState {
  const done = [...state.done, node];
  const rest = state.queue.slice(1);
  const fresh = next.filter((id) => !done.includes(id) && !rest.includes(id));
  return { ...state, done, queue: [...new Set(fresh), ...rest] };
}

/** Reasons for not starting, or ending, an execution. */
export type StopReason = 'own_chain' | 'too_deep' | 'too_many' | 'expired' | 'subject_deleted' | 'cancelled_by_request';
