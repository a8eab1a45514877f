import type { Asked } from '@tamis/enrichment';

import type { Principal } from '../../../../platform/auth/index.js';
import type { OrganizationIntegration } from '../../integrations/index.js';

/** A call of one provider about somebody who is not a stored entity. */
export interface Probe {
  readonly principal: Principal;
  readonly isSandbox: boolean;
  /** Identifies the probe in the audit trail; it is not the id of any entity. */
  readonly probeEntityId: string;
  readonly integration: OrganizationIntegration;
  readonly asked: Asked;
}

/** Result delivered by a provider: as it was sent, and as it was parsed. */
export interface ProbeResult {
  readonly raw: unknown;
  readonly mapped: Readonly<Record<string, unknown>>;
}
