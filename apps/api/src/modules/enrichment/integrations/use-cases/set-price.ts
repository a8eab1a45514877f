import { failure, ok, type Result } from '@tamis/stdx';
import { allProviders } from '@tamis/enrichment';

import { byAdministration, recordAudit } from '../../../../platform/audit/index.js';
import { findEnvironment, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { storePrice } from '../persistence/price-store.js';

export interface PriceRequest {
  readonly organizationId: string;
  readonly code: string;
  /** `null` to return to the list price. */
  readonly priceCents: number | null;
}

/**
 * Sets an organization's own price of an integration, on behalf of the administrator of the server. It applies to new reservations;
 * existing ones are charged at their original price.
 */
export async function setIntegrationPrice(
  pool: PgPool,
  { organizationId, code, priceCents }: PriceRequest,
): Promise<Result<PriceRequest, 'no-organization' | 'no-integration'>> {
  if (!allProviders.some((provider) => provider.code === code)) return failure('no-integration');
  return inTransaction(pool, organizationId, async (client) => {
    if ((await findEnvironment(client, organizationId)) === null) return failure('no-organization');
    const previous = await storePrice(client, organizationId, code, priceCents);
    await recordAudit(client, byAdministration(organizationId), [
      {
        event: 'integration_price_changed',
        resourceType: 'integration',
        resourceId: code,
        summary: priceCents === null ? `${code} has its list price again` : `price of ${code}: ${priceCents} cents`,
        changes: { priceCents: { previous, current: priceCents } },
      },
    ]);
    return ok({ organizationId, code, priceCents });
  });
}
