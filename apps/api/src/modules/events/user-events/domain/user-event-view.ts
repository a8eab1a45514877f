import { RawJson } from '../../../../platform/http/index.js';
import type { UserEvent } from './user-event.js';

/** An event as returned in responses. Serialize it with `stringifyJson`. */
export type UserEventView = Omit<UserEvent, 'organizationId' | 'deviceDetails' | 'metadata'> & {
  readonly deviceDetails: object | null;
  readonly metadata: object | null;
};

const raw = (json: string | null): RawJson | null => (json === null ? null : new RawJson(json));

export const userEventView = ({ organizationId: _, ...event }: UserEvent): UserEventView => ({
  ...event,
  deviceDetails: raw(event.deviceDetails),
  metadata: raw(event.metadata),
});
