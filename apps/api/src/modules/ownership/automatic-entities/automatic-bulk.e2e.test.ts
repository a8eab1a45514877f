import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { cnpjOf, companyPartner, registered, useRegister } from '../../../../test/support/register-source.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useEntityImports } from '../../../../test/support/use-entity-imports.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { limits } from '../../../platform/limits.js';

describe('shapes 10.2: POST /entities/automatic/bulk', () => {
  const api = useOwnTestApi();
  const register = useRegister(api);
  let number = 3_000;
  const known = (partners = 0): string => {
    const taxId = cnpjOf((number += 1));
    const qsa = Array.from({ length: partners }, () => companyPartner(cnpjOf((number += 1))));
    register().companies.set(taxId, registered(taxId, qsa));
    return taxId;
  };
  const send = (body: object, more: object = {}) => api().call('/entities/automatic/bulk', { body, ...more });
  const { ended, report } = useEntityImports(api);
  const byTaxId = async (taxId: string): Promise<Body> => (await api().call(`/entities/by-tax-id/${taxId}`)).body;
  const openRuns = async (): Promise<number> =>
    (await api().pool.query('select from materialize_runs where finished_at is null')).rowCount!;

  it('creates each company with register data and partners, skips existing ones and reports failures', async () => {
    const [one, two, there] = [known(1), known(), known()];
    await api().call('/entities/automatic', { body: { type: 'company', country: 'BR', taxId: there, depth: 0 } });
    const nobody = cnpjOf((number += 1));
    const items = [
      { type: 'company', taxId: one, externalId: 'bulk-1', attributes: { own: 1 } },
      { type: 'company', taxId: there },
      { type: 'company', taxId: nobody },
      { type: 'company', taxId: '11.444.777/0001-60' },
      { type: 'company', taxId: two, status: 'active' },
    ];
    const started = await send({ items, country: 'BR', attributes: { batch: 'b' }, status: 'pending_verification' });
    expect(started.status).toBe(202);
    const job = await ended(started.body.jobId as string);
    expect(job).toMatchObject({ status: 'completed', succeeded: 2, failed: 2, skipped: 1 });
    const failures = await report(started.body.jobId as string);
    expect(failures['failures']).toMatchObject([
      { index: 2, taxId: nobody, code: 'SUBJECT_NOT_FOUND' },
      { index: 3, taxId: '11.444.777/0001-60', code: 'INVALID_TAX_ID' },
    ]);
    expect(failures['skips']).toMatchObject([{ taxId: there, code: 'SKIPPED_ENTITY_ALREADY_EXISTS' }]);
    await waitUntil(async () => (await openRuns()) === 0);
    expect(await byTaxId(one)).toMatchObject({
      name: `COMPANY ${one}`,
      externalId: 'bulk-1',
      status: 'pending_verification',
      attributes: { batch: 'b', own: 1 },
    });
    expect(await byTaxId(two)).toMatchObject({ status: 'active' });
    const { id } = await byTaxId(one);
    expect((await api().call(`/entities/${id}/relationships`)).body.relationships).toHaveLength(1);
  });

  it('sends no request for items with a suggested name in import mode manual_no_enrichment', async () => {
    const taxId = known();
    const asked = register().asked.length;
    const items = [{ type: 'company', taxId, suggestedName: 'Named' }];
    const started = await send({ items, country: 'BR', importMode: 'manual_no_enrichment' });
    expect(await ended(started.body.jobId as string)).toMatchObject({ succeeded: 1 });
    expect([(await byTaxId(taxId)).name, register().asked.length]).toEqual(['Named', asked]);
  });

  it('processes more items than one parse batch like a few items', async () => {
    const reason = 'r'.repeat(60_000);
    const items = Array.from({ length: 20 }, (_, n) => ({
      ...{ type: 'company', taxId: known(), suggestedName: `Large ${n}`, externalId: `large-${n}` },
      ...(n === 7 && { country: 'GB' }),
      attributes: { reason },
    }));
    expect(JSON.stringify(items).length).toBeGreaterThan(limits.bodyBytes);
    const body = { items, country: 'BR', importMode: 'manual_no_enrichment', attributes: { batch: 'large' } };
    const started = await send(body);
    expect([started.status, started.body.totalItems]).toEqual([202, 20]);
    expect(await ended(started.body.jobId as string)).toMatchObject({ succeeded: 20, failed: 0 });
    for (const { suggestedName, externalId, country = 'BR' } of items) {
      const attributes = { batch: 'large', reason };
      const stored = await api().call(`/entities/by-external-id/${externalId}`);
      expect(stored.body).toMatchObject({ name: suggestedName, countryCode: country, attributes });
    }
  });

  it('rejects irreversible requests and keys without permission', async () => {
    const items = [{ type: 'company', taxId: known() }];
    expect(await send({ items, country: 'BR', batchErrorHandling: 'rollback_all' })).toMatchObject({ status: 400 });
    for (const permission of ['entities:create', 'entities:bulk_import']) {
      const key = await createKeyWith(api(), permission);
      expect((await send({ items, country: 'BR' }, { key })).status).toBe(403);
    }
  });
});
