import type { ScreenedParty } from '@tamis/screening';

import type { Requester } from '../../../../platform/auth/index.js';
import type { ScreeningReason } from '../../screenings/index.js';

/** The one integration that watches. */
export const monitoringCode = 'sanctions_screening';

/** An entity that is watched, and whom it was screened as. */
export interface MonitoredParty {
  readonly entityId: string;
  readonly party: ScreenedParty;
}

/** An entity that is to be screened again. */
export interface DueEntity {
  readonly entityId: string;
  readonly requestedBy: Requester;
  readonly reason: ScreeningReason;
  /** Another one by the time that it is screened: it is due once more. */
  readonly dueNumber: number;
  readonly failures: number;
}

/** How an entity is watched. */
export interface EntityMonitoring {
  readonly isActive: boolean;
  readonly party: ScreenedParty | null;
  readonly hitToday: boolean;
}
