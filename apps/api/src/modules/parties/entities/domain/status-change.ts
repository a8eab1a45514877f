import type { AuditActor } from '../../../../platform/audit/index.js';
import { entityStatuses, type EntityStatus } from './entity-enumerations.js';

/**
 * The minimum decision for a payment of a party with each status; `null` leaves the decision as it is. Everything else is stored as usual,
 * because people must see the activity of a blocked customer.
 */
export const transactionDecisions: Readonly<Record<EntityStatus, 'REJECT' | 'HOLD' | null>> = {
  blocked: 'REJECT',
  suspended: 'HOLD',
  rejected: 'REJECT',
  deleted: 'REJECT',
  active: null,
  approved: null,
  inactive: null,
  not_started: null,
  under_review: null,
  pending_verification: null,
  awaiting_information: null,
  expired: null,
};

/** The statuses that do not end by the passage of time alone. */
export const blockingStatuses = entityStatuses.filter((status) => transactionDecisions[status] !== null);

/** Setting one of these statuses requires a reason. */
export const statusesRequiringReason: ReadonlySet<EntityStatus> = new Set(['blocked', 'suspended', 'rejected']);

/** The origin of a status change. */
export const statusSources = ['api', 'dashboard', 'rule', 'automation', 'kyc', 'system'] as const;
export type StatusSource = (typeof statusSources)[number];

/** One change of the status of an entity. */
export interface StatusChange {
  readonly status: EntityStatus;
  /** `null` if the entity was created with this status. */
  readonly previousStatus: EntityStatus | null;
  readonly reason: string | null;
  readonly changedBy: AuditActor;
  readonly source: StatusSource;
  readonly changedAt: Date;
}

const sourceByActorType: Readonly<Record<AuditActor['type'], StatusSource>> = {
  api_key: 'api',
  user: 'dashboard',
  rule: 'rule',
  automation: 'automation',
  provider: 'kyc',
  system: 'system',
};

/** Returns the origin of a change made by `actor`. */
export const statusSourceOf = ({ type }: AuditActor): StatusSource => sourceByActorType[type];
