import type { AuditActor } from '../../../../platform/audit/index.js';
import type { EntityStatus } from './entity-enumerations.js';

/** Nothing is done for an entity with one of these. */
export const blockingStatuses: ReadonlySet<EntityStatus> = new Set(['blocked', 'suspended', 'rejected', 'deleted']);

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
