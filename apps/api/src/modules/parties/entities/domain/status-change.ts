import type { AuditActor } from '../../../../platform/audit/index.js';
import { entityStatuses, type EntityStatus } from './entity-enumerations.js';

/**
 * What each status blocks: a payment of such a party is decided at least so; null: as it would be anyway. Everything else is stored as
 * ever: what a blocked customer does is what people have to see.
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

/** Time alone does not end one of these. */
export const blockingStatuses = entityStatuses.filter((status) => transactionDecisions[status] !== null);

/** Whoever sets one of these says why. */
export const statusesRequiringReason: ReadonlySet<EntityStatus> = new Set(['blocked', 'suspended', 'rejected']);

/** Where a change of status came from. */
export const statusSources = ['api', 'dashboard', 'rule', 'automation', 'kyc', 'system'] as const;
export type StatusSource = (typeof statusSources)[number];

/** One change of the status of an entity. */
export interface StatusChange {
  readonly status: EntityStatus;
  /** Null: the entity was created with it. */
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

/** Where it came from when `actor` changed it. */
export const statusSourceOf = ({ type }: AuditActor): StatusSource => sourceByActorType[type];
