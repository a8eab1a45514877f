import type { ScreenedParty } from '@tamis/screening';

import type { Requester } from '../../../../platform/auth/index.js';
import type { ScreeningReason } from '../../screenings/index.js';

/** The only integration that supports monitoring. */
export const monitoringCode = 'sanctions_screening';

/** A monitored entity, and the party as which it was screened. */
export interface MonitoredParty {
  readonly entityId: string;
  readonly party: ScreenedParty;
}

/** An entity to be screened again. */
export interface DueEntity {
  readonly entityId: string;
  readonly requestedBy: Requester;
  readonly reason: ScreeningReason;
  /** If this number has changed by the time of the screening, the entity is due once more. */
  readonly dueNumber: number;
  readonly failures: number;
}

/** The monitoring state of an entity. */
export interface EntityMonitoring {
  readonly isActive: boolean;
  readonly party: ScreenedParty | null;
  readonly hitToday: boolean;
}
