import type { Permission } from '../../../../platform/auth/index.js';

/** An event as the outbox holds it. */
export interface AnnouncedEvent {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What one must hold to hear an event: one permission, or all of several; null: nothing. */
export type Needed = Permission | readonly Permission[] | null;

/** An event as sockets are sent it, without the members that all have. */
export interface SocketEvent {
  /** `rule:dry-run-progress` */
  readonly name: string;
  /** `org` is that of the organization. */
  readonly rooms: readonly string[];
  readonly permission: Needed;
  readonly body: object;
  /** Whether it may be left out for whoever is behind: a later one says more. */
  readonly isTransient: boolean;
}
