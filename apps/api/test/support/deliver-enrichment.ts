import { newId, TenantDatabase } from '../../src/platform/database/index.js';
import {
  type DeliveredResult,
  EnrichmentData,
  type StoredEnrichment,
} from '../../src/modules/decisions/enrichment-data/index.js';
import { lockEntity } from '../../src/modules/parties/entities/index.js';
import type { TestApi } from './start-test-api.js';

/** Stores a result that an integration supposedly found for an entity. */
export async function deliverEnrichment(
  api: TestApi,
  entityId: string,
  more: Partial<DeliveredResult> = {},
): Promise<DeliveredResult & { readonly stored: StoredEnrichment }> {
  const result: DeliveredResult = {
    organizationId: api.production.organizationId,
    entityId,
    entityType: 'company',
    countryCode: 'BR',
    integrationCode: 'br_register',
    enrichmentId: newId(),
    raw: { secret: 'a partner of Acme' },
    mapped: { status: 'ACTIVE' },
    normalizedPart: { legalName: 'Acme SA' },
    confidence: 0.9,
    reliability: 'official',
    provides: ['legalName'],
    fetchedAt: new Date(),
    rawExpiresAt: new Date(Date.now() + 60_000),
    ...more,
  };
  const { organizationId } = result;
  const stored = await api.app.get(TenantDatabase).transaction(organizationId, async (client) => {
    await lockEntity(client, organizationId, entityId);
    const data = api.app.get(EnrichmentData);
    return data.store(client, organizationId, [result], await data.known(client, organizationId, [result.entityId]));
  });
  return { ...result, stored: stored[0]! };
}
