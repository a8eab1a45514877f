import { AmbientValue } from '../ambient-value.js';

/** The automations that caused an event, the first one first. Not visible to recipients of the event. */
export interface EventCause {
  readonly executionId: string;
  readonly automations: readonly string[];
}

/** Automations call use cases that are not aware of automations. The events these write get their cause from the surrounding context. */
const causes = new AmbientValue<EventCause | null>();

/** Executes `work`. The events it writes have this cause. */
export const withCause = <T>(cause: EventCause | null, work: () => Promise<T>): Promise<T> => causes.with(cause, work);

/** Returns the current cause; `undefined` if a user made the request. */
export const currentCause = (): EventCause | undefined => causes.get() ?? undefined;
