import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** An integration that was to watch a new entity, and does not. */
export interface IgnoredMonitoring {
  readonly code: string;
  readonly reason: string;
}

/** What is to be watched of a new entity. */
export interface MonitoringWish {
  /** Integrations that are to watch it. */
  readonly codes: readonly string[];
  /** Integrations that are asked about it by name. */
  readonly enrichments: readonly string[];
}

/** Watches new entities. The room `screening`, which stands above, provides it. */
export abstract class MonitoringOnCreation {
  /** In the transaction that stores the entity. Returns what of the wish has no effect. */
  abstract begin(
    client: Transaction,
    principal: Principal,
    entity: Pick<EntityRow, 'id' | 'type'>,
    wish: MonitoringWish,
  ): Promise<readonly IgnoredMonitoring[]>;
}
