import type { Asked } from '@tamis/enrichment';

import type { Principal } from '../../../../platform/auth/index.js';
import type { OrganizationIntegration } from '../../integrations/index.js';

/** One provider that is asked about somebody who is no stored entity. */
export interface Probe {
  readonly principal: Principal;
  readonly isSandbox: boolean;
  /** Names it in the trail; no entity has this id. */
  readonly probeEntityId: string;
  readonly integration: OrganizationIntegration;
  readonly asked: Asked;
}

/** What a provider delivered: as it was sent, and as it was read. */
export interface ProbeResult {
  readonly raw: unknown;
  readonly mapped: Readonly<Record<string, unknown>>;
}
