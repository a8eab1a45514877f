import type { Permission } from '../../../../platform/auth/index.js';

/** An event as stored in the outbox. */
export interface AnnouncedEvent {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Required permission to receive an event: a single one, or all of several; `null` for none. */
export type Needed = Permission | readonly Permission[] | null;

/** An event as sent to sockets, without the fields common to all. */
export interface SocketEvent {
  /** `rule:dry-run-progress` */
  readonly name: string;
  /** `org` is the room of the organization. */
  readonly rooms: readonly string[];
  readonly permission: Needed;
  readonly body: object;
  /** Whether it may be skipped for a client that is behind, since a later event supersedes it. */
  readonly isTransient: boolean;
}
