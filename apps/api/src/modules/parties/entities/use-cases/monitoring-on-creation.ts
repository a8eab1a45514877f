import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** An integration that was requested to monitor a new entity and does not. */
export interface IgnoredMonitoring {
  readonly code: string;
  readonly reason: string;
}

/** The monitoring requested for a new entity. */
export interface MonitoringWish {
  /** Integrations that are to monitor it. */
  readonly codes: readonly string[];
  /** Integrations requested by name to enrich it. */
  readonly enrichments: readonly string[];
}

/** Monitors new entities. It is implemented by the higher-level `screening` modules. */
export abstract class MonitoringOnCreation {
  /** Starts monitoring in the transaction that stores the entity. Returns the parts of the request that have no effect. */
  abstract begin(
    client: Transaction,
    principal: Principal,
    entity: Pick<EntityRow, 'id' | 'type'>,
    wish: MonitoringWish,
  ): Promise<readonly IgnoredMonitoring[]>;
}
