import type { Permission } from '../../../../platform/auth/index.js';

/** An event as the outbox holds it. */
export interface AnnouncedEvent {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An event as sockets are sent it, without the members that all have. */
export interface SocketEvent {
  /** `rule:dry-run-progress` */
  readonly name: string;
  /** `org` is that of the organization. */
  readonly rooms: readonly string[];
  /** What one must hold to hear it; null: nothing. */
  readonly permission: Permission | null;
  readonly body: object;
  /** Whether it may be left out for whoever is behind: a later one says more. */
  readonly isTransient: boolean;
}
