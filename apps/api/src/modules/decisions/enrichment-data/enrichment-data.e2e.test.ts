import { newId, TenantDatabase } from '../../../platform/database/index.js';
import { deliverEnrichment } from '../../../../test/support/deliver-enrichment.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { type DeliveredResult, EnrichmentData } from './index.js';
import { EraseExpiredRaw } from './use-cases/erase-expired-raw.js';

describe('enrichment data of an entity', () => {
  const api = useTestApi();
  const data = (): EnrichmentData => api().app.get(EnrichmentData);

  async function newCompany(): Promise<string> {
    const body = { type: 'company', name: 'Acme', countryCode: 'BR' };
    return (await api().call('/entities', { body })).body.entity.id;
  }

  const own = (entityId: string) => ({ organizationId: api().production.organizationId, entityId });

  const deliver = (entityId: string, more: Partial<DeliveredResult> = {}) => deliverEnrichment(api(), entityId, more);

  async function fail(entityId: string, integrationCode: string): Promise<string> {
    const { organizationId } = own(entityId);
    const enrichmentId = newId();
    const failed = {
      ...own(entityId),
      integrationCode,
      enrichmentId,
      itemCode: 'PROVIDER_TIMEOUT',
      failedAt: new Date(),
    };
    const database = api().app.get(TenantDatabase);
    await database.transaction(organizationId, async (client) => data().storeFailure(client, failed));
    return enrichmentId;
  }

  it('is empty before the first result', async () => {
    const entity = own(await newCompany());
    expect(await data().latest(entity, { raw: true })).toEqual([]);
    expect(await data().normalized(entity)).toBeNull();
    expect((await data().history(entity, { limit: 10 })).rows).toEqual([]);
  });

  it('gets a new version when the data differs, and keeps the earlier ones', async () => {
    const id = await newCompany();
    const first = await deliver(id);
    expect(first.stored).toMatchObject({ fieldsEnriched: ['legalName'], version: 1 });
    const same = await deliver(id);
    expect(same.stored.version).toBe(1);
    const newest = await data().normalized(own(id));
    expect(newest).toMatchObject({ version: 1, sources: [{ enrichmentId: same.enrichmentId }] });
    const second = await deliver(id, { normalizedPart: { legalName: 'Acme Ltda', companySize: 'ME' } });
    expect(second.stored.version).toBe(2);
    expect(await data().normalized(own(id), 1)).toMatchObject({
      normalized: { legalName: 'Acme SA' },
      fieldSources: { legalName: 'br_register' },
      sources: [{ enrichmentId: first.enrichmentId }],
    });
    const { rows, pagination } = await data().history(own(id), { limit: 1 });
    expect(rows).toMatchObject([{ version: 2, normalized: { legalName: 'Acme Ltda', companySize: 'ME' } }]);
    expect(pagination).toMatchObject({ total: 2, hasMore: true });
    expect(await data().normalized(own(id), 3)).toBeNull();
  });

  it('shows a failed execution and keeps the known data', async () => {
    const id = await newCompany();
    const { mapped, raw } = await deliver(id);
    const failed = await fail(id, 'br_register');
    const other = await fail(id, 'vies');
    expect(await data().latest(own(id), { raw: true })).toMatchObject([
      {
        integrationCode: 'br_register',
        enrichmentId: failed,
        status: 'failed',
        itemCode: 'PROVIDER_TIMEOUT',
        mapped,
        raw,
      },
      { integrationCode: 'vies', enrichmentId: other, status: 'failed', mapped: null, raw: null },
    ]);
    expect(await data().normalized(own(id))).toMatchObject({ version: 1, normalized: { legalName: 'Acme SA' } });
  });

  it('gets consecutive versions however many results arrive at once', async () => {
    const id = await newCompany();
    const fields = ['legalName', 'tradeName', 'registrationStatus', 'legalNature', 'companySize', 'taxStatus'];
    const results = await Promise.all(
      fields.map((field) => deliver(id, { integrationCode: `of_${field}`, normalizedPart: { [field]: 'x' } })),
    );
    expect(results.map(({ stored }) => stored.version).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    const { normalized } = (await data().normalized(own(id)))!;
    expect(Object.keys(normalized).sort()).toEqual([...fields].sort());
  });

  it('is erased with the entity, and is unknown again when the entity is recreated', async () => {
    const id = await newCompany();
    await deliver(id);
    await fail(id, 'vies');
    expect((await api().call(`/entities/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await data().latest(own(id), { raw: true })).toEqual([]);
    expect(await data().normalized(own(id))).toBeNull();
    expect((await api().call(`/entities/${id}/restore`, { method: 'POST' })).status).toBe(200);
    expect((await deliver(id)).stored.version).toBe(1);
  });

  it('keeps the original response encrypted, and erases it when it expires', async () => {
    const id = await newCompany();
    await deliver(id, { rawExpiresAt: new Date(Date.now() - 1_000) });
    const kept = await deliver(id, { integrationCode: 'kept' });
    const { organizationId } = own(id);
    const { rows } = await api().pool.query('select * from enrichment_results where organization_id = $1', [
      organizationId,
    ]);
    expect(JSON.stringify(rows.map(({ raw, ...row }) => [row, raw?.toString()]))).not.toContain('a partner of Acme');
    await api().app.get(EraseExpiredRaw).remove();
    expect(await data().latest(own(id), { raw: true })).toMatchObject([
      { integrationCode: 'br_register', mapped: { status: 'ACTIVE' }, raw: null },
      { integrationCode: 'kept', enrichmentId: kept.enrichmentId, raw: kept.raw },
    ]);
  });

  it('is visible to its own organization only', async () => {
    const id = await newCompany();
    await deliver(id);
    const foreign = { organizationId: api().stranger.organizationId, entityId: id };
    expect(await data().latest(foreign, { raw: true })).toEqual([]);
    expect(await data().normalized(foreign)).toBeNull();
  });
});
