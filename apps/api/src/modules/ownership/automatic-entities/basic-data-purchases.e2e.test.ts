import pg from 'pg';

import { MasterKeys, rotateSecrets } from '../../../platform/secrets/index.js';
import { cnpjOf, registered, useRegister } from '../../../../test/support/register-source.js';
import { testSecrets } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { DeleteOldRuns } from '../materialize/use-cases/delete-old-runs.js';
import { DeleteOldPurchases } from './use-cases/delete-old-purchases.js';

const atOnce = 8;
const priceCents = 10;

describe('basic data purchases before an entity exists', () => {
  const api = useOwnTestApi();
  const register = useRegister(api);
  let number = 800;
  /** Returns the tax id of a company that its register contains. */
  const nextCompany = (): string => {
    const taxId = cnpjOf((number += 1));
    register().companies.set(taxId, registered(taxId, []));
    return taxId;
  };
  const create = (taxId: string) =>
    api().call('/entities/automatic', { body: { type: 'company', country: 'BR', taxId } });
  const count = async (table: string): Promise<number> => (await api().pool.query(`select from ${table}`)).rowCount!;
  const balance = async (): Promise<number> => (await api().call('/billing/balance')).body.data.balanceCents as number;

  /** Returns how often the register was called meanwhile, and what was charged. */
  async function costOf(work: () => Promise<unknown>): Promise<readonly [asked: number, cents: number]> {
    const [asked, before] = [register().asked.length, await balance()];
    await work();
    return [register().asked.length - asked, before - (await balance())];
  }

  it('are bought once for concurrent requests about one company', async () => {
    const taxId = nextCompany();
    const cost = await costOf(async () => {
      const answers = await Promise.all(Array.from({ length: atOnce }, () => create(taxId)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(atOnce - 1).fill(200), 201]);
      expect(new Set(answers.map(({ body }) => body.entity.id as string)).size).toBe(1);
      expect(answers.reduce((sum, { body }) => sum + Number(body.totalCostCents), 0)).toBe(priceCents);
    });
    expect(cost).toEqual([1, priceCents]);
    expect(await count('basic_data_purchases')).toBe(0);
  });

  it('are available to the next call when the paid entity was not stored', async () => {
    const taxId = nextCompany();
    await api().pool.query(`alter table entities add constraint refused check (name <> 'COMPANY ${taxId}')`);
    expect(await costOf(async () => expect((await create(taxId)).status).toBe(500))).toEqual([1, priceCents]);
    const { rows } = await api().pool.query<{ row: string; delivered: Buffer }>(
      'select p::text as row, delivered from basic_data_purchases p',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row + rows[0]!.delivered.toString()).not.toContain('COMPANY');
    await api().pool.query('alter table entities drop constraint refused');
    const pool = new pg.Pool({ connectionString: api().pool.options.connectionString, max: 1 });
    const masters = new MasterKeys({ text: testSecrets.TAMIS_MASTER_KEY });
    await rotateSecrets(pool, masters, { dataKeys: true, batchSize: 10 });
    await pool.end();
    const resealed = await api().pool.query<{ delivered: Buffer }>('select delivered from basic_data_purchases');
    expect(resealed.rows[0]!.delivered).not.toEqual(rows[0]!.delivered);
    const again = await costOf(async () =>
      expect(await create(taxId)).toMatchObject({
        status: 201,
        body: { alreadyExisted: false, entity: { name: `COMPANY ${taxId}` }, totalCostCents: 0 },
      }),
    );
    expect(again).toEqual([0, 0]);
    expect(await count('basic_data_purchases')).toBe(0);
  });

  it('are requested again by the next call after the register found nothing', async () => {
    const taxId = nextCompany();
    const known = register().companies.get(taxId)!;
    register().companies.delete(taxId);
    expect((await create(taxId)).status).toBe(422);
    expect(await count('basic_data_purchases')).toBe(0);
    register().companies.set(taxId, known);
    expect((await create(taxId)).status).toBe(201);
  });

  it('are requested again once the lease of the first process has expired, and not before', async () => {
    const taxId = nextCompany();
    await api().pool.query(
      `insert into basic_data_purchases (organization_id, integration_code, tax_id, leased_until)
       values ($1, 'br_receita_cnpj', $2, now() + interval '1 second')`,
      [api().production.organizationId, taxId],
    );
    const creating = create(taxId);
    const first = await Promise.race([creating, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))]);
    expect(first).toBe('waits');
    expect((await creating).status).toBe(201);
  });

  it('are deleted after one day, and materialize runs after thirty days', async () => {
    const { organizationId } = api().production;
    await api().pool.query(
      `insert into basic_data_purchases (organization_id, integration_code, tax_id, leased_until)
       select $1, 'br_receita_cnpj', 'of day ' || age, now() - make_interval(hours => age * 24 - 1) from generate_series(1, 3) age`,
      [organizationId],
    );
    expect(await api().app.get(DeleteOldPurchases, { strict: false }).remove()).toBe(2);
    const { rows } = await api().pool.query('select tax_id as "taxId" from basic_data_purchases');
    expect(rows).toEqual([{ taxId: 'of day 1' }]);

    const runs = await count('materialize_runs');
    expect(runs).toBeGreaterThan(1);
    await api().pool.query(
      `update materialize_runs set finished_at = now() - interval '31 days' where id = (select min(id::text)::uuid from materialize_runs)`,
    );
    expect(await api().app.get(DeleteOldRuns, { strict: false }).remove()).toBe(1);
    expect(await count('materialize_runs')).toBe(runs - 1);
  });
});
