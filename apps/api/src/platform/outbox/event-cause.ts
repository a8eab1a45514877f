import { AmbientValue } from '../ambient-value.js';

/** Why something happens: automations that led to it, the first one first. Nobody who is sent the event sees it. */
export interface EventCause {
  readonly executionId: string;
  readonly automations: readonly string[];
}

/** What automations do calls use cases that know nothing of automations; what those announce is known by what goes on around them. */
const causes = new AmbientValue<EventCause | null>();

/** Runs `work`; the events that it writes have this cause. */
export const withCause = <T>(cause: EventCause | null, work: () => Promise<T>): Promise<T> => causes.with(cause, work);

/** Undefined: somebody asked for it. */
export const currentCause = (): EventCause | undefined => causes.get() ?? undefined;
