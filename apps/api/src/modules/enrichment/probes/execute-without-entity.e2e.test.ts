import type { Asked, ItemCode, Provider } from '@tamis/enrichment';
import { failure } from '@tamis/stdx';

import { TenantDatabase } from '../../../platform/database/index.js';
import { Providers } from '../integrations/index.js';
import { bookByHand } from '../../tenancy/billing/index.js';
import { declareProvider } from '../../../../test/support/declare-provider.js';
import type { Body, Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { trapConnections } from '../../../../test/support/trap-connections.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { DeleteOldProbes } from './use-cases/erase-probes.js';
import { ProbeStore } from './persistence/probe-store.js';

const code = 'br_test_registry';
const taxId = '11.222.333/0001-81';
const compact = '11222333000181';
const secretName = 'Padaria do Segredo';

describe('platform 4.3: enrichment without an entity', () => {
  const api = useOwnTestApi();
  const asks: Asked[] = [];
  let outcome: ItemCode | 'ok' | 'defect' = 'ok';
  const plain = declareProvider();
  const registry: Provider = declareProvider({
    input: {
      oneOf: [['taxId'], ['name']],
      parameters: [{ name: 'depth', type: 'number', required: false, default: 1, description: 'How far' }],
    },
    run: async (asked, world) => {
      asks.push(asked);
      if (outcome === 'defect') throw new Error('a defect');
      if (outcome !== 'ok') return failure({ code: outcome, message: 'The source said so.' });
      return plain.run(asked, world);
    },
  });
  const noCache = declareProvider({ code: 'br_never_cached', cacheDays: 0 });
  const stored = declareProvider({ code: 'br_entities_alone', supportsWithoutEntity: false });
  const off = declareProvider({ code: 'br_switched_off' });

  beforeAll(async () => {
    const providers = api().app.get(Providers);
    for (const each of [registry, noCache, stored, off]) providers.add(each);
    for (const { key, organizationId } of [api().production, api().stranger]) {
      for (const each of [code, noCache.code, stored.code]) await switchOn(each, key);
      await credit(organizationId, 10_000);
    }
  });
  beforeEach(() => {
    outcome = 'ok';
    asks.length = 0;
  });

  const switchOn = (each: string, key: string): Promise<TestResponse> =>
    api().call(`/marketplace/integrations/${each}`, { method: 'PUT', body: { enabled: true }, key });
  let references = 0;
  const credit = async (organizationId: string, amountCents: number): Promise<void> => {
    const reference = `test ${(references += 1)}`;
    const booked = await bookByHand(api().pool, {
      ...{ kind: 'adjust', organizationId, amountCents, reference, reason: 'a test of probes' },
    });
    if (!booked.ok) throw new Error(booked.error);
  };
  const path = '/integration-execution/execute-without-entity';
  const company = { integrationCode: code, country: 'BR', type: 'company', taxId };
  const ask = (more: object = {}, call: Call = {}, query = ''): Promise<TestResponse> =>
    api().call(path + query, { body: { ...company, ...more }, ...call });
  const cached = (more: object = {}, call: Call = {}): Promise<TestResponse> => ask(more, call, '?cached=true');
  const balance = async (key = api().production.key): Promise<number> =>
    (await api().call('/billing/balance', { key })).body.data.balanceCents;
  const rowsOf = async (table: string): Promise<Body[]> =>
    (await api().pool.query(`select t.* from ${table} t where organization_id = $1`, [api().production.organizationId]))
      .rows;

  it('rejects invalid requests in a fixed order without asking, storing or charging anything', async () => {
    const before = await balance();
    const manyKeys = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`key${n}`, n]));
    const deep = { depth: { a: { b: { c: { d: { e: { f: 1 } } } } } } };
    const refusals: [object, number, string, string?][] = [
      [{ taxId: '  ', name: '\t' }, 400, 'VALIDATION_ERROR', 'taxId'],
      [{ taxId: undefined }, 400, 'VALIDATION_ERROR', 'taxId'],
      [{ taxId: '--' }, 400, 'VALIDATION_ERROR', 'taxId'],
      [{ taxId: 7 }, 400, 'VALIDATION_ERROR', 'taxId'],
      [{ country: 'Brazil' }, 400, 'VALIDATION_ERROR', 'country'],
      [{ country: undefined }, 400, 'VALIDATION_ERROR', 'country'],
      [{ type: 'payment_method' }, 400, 'VALIDATION_ERROR', 'type'],
      [{ integrationCode: '' }, 400, 'VALIDATION_ERROR', 'integrationCode'],
      [{ parameters: [] }, 400, 'VALIDATION_ERROR', 'parameters'],
      [{ parameters: manyKeys }, 400, 'VALIDATION_ERROR', 'parameters'],
      [{ parameters: deep }, 400, 'VALIDATION_ERROR', 'parameters'],
      [{ parameters: { depth: 'x' } }, 400, 'VALIDATION_ERROR', 'parameters'],
      [{ parameters: { depth: 1, note: 'x'.repeat(17_000) } }, 400, 'VALIDATION_ERROR', 'parameters'],
      [{ parameters: { simulate: 'PROVIDER_ERROR' } }, 400, 'VALIDATION_ERROR', 'parameters'],
      [{ taxId: '11.222.333/0001-82' }, 400, 'INVALID_TAX_ID', 'taxId'],
      [{ taxId: '529.982.247-25' }, 400, 'INVALID_TAX_ID', 'taxId'],
      [{ integrationCode: 'br_nothing' }, 404, 'INTEGRATION_NOT_FOUND'],
      [{ country: 'MX', taxId: undefined, name: 'A' }, 400, 'NO_MATCHING_PROVIDER'],
      [{ type: 'person', taxId: '529.982.247-25' }, 400, 'NO_MATCHING_PROVIDER'],
      [{ integrationCode: stored.code }, 400, 'NO_MATCHING_PROVIDER'],
      [{ integrationCode: noCache.code, taxId: undefined, name: 'A' }, 400, 'VALIDATION_ERROR', 'taxId'],
      [{ integrationCode: off.code }, 403, 'INTEGRATION_NOT_ENABLED'],
      // That no provider fits takes precedence over an integration being disabled.
      [{ integrationCode: off.code, country: 'MX', taxId: undefined, name: 'A' }, 400, 'NO_MATCHING_PROVIDER'],
    ];
    for (const query of ['', '?cached=true'])
      for (const [more, status, wanted, detail] of refusals) {
        const { status: got, body } = await ask(more, {}, query);
        expect([more, got, body.success, body.error.code]).toEqual([more, status, false, wanted]);
        if (detail !== undefined) expect([more, Object.keys(body.error.details)]).toEqual([more, [detail]]);
      }
    for (const junk of ['?cached=yes', '?cached=2', '?cached=', '?cached=TRUE', '?other=1'])
      expect([junk, (await ask({}, {}, junk)).status]).toEqual([junk, 400]);
    expect([asks.length, await balance()]).toEqual([0, before]);
    expect(await rowsOf('execution_probes')).toEqual([]);
    expect(await rowsOf('enrichment_cache')).toEqual([]);
  });

  it('delivers, charges once and serves the same question from the cache, however it is spelled', async () => {
    const before = await balance();
    const fresh = await ask({ country: 'br', name: `  ${secretName} ` });
    expect([fresh.status, fresh.body]).toEqual([
      200,
      {
        ...{ success: true, cached: false, normalized: true, enrichmentSuccess: true, errors: [] },
        ...{ integrationCode: code, country: 'BR', type: 'company' },
        result: {
          raw: { [code]: { taxId: compact, legalName: secretName } },
          mapped: { [code]: { legalName: secretName } },
        },
        ...{ totalCostCents: 35, executionTimeMs: expect.any(Number), probeEntityId: expect.any(String) },
        billing: { tokensSpent: 0.35, balanceRemainingCents: before - 35 },
        requestId: expect.any(String),
      },
    ]);
    expect(asks).toMatchObject([{ taxId: compact, name: secretName, parameters: { depth: 1 } }]);
    const trap = trapConnections(api());
    const spelled = { taxId: '11222333/0001 81', name: secretName.toUpperCase(), parameters: { depth: 1 } };
    for (const query of ['?cached=true', '?cached=1']) {
      const { status, body } = await ask(spelled, {}, query);
      expect([status, body.cached, body.totalCostCents, body.billing]).toEqual([
        ...[200, true, 0, { tokensSpent: 0, balanceRemainingCents: before - 35 }],
      ]);
      expect(body.result).toEqual(fresh.body.result);
      expect(body.probeEntityId).not.toBe(fresh.body.probeEntityId);
    }
    trap.release();
    expect([trap.begun, asks.length, await balance()]).toEqual([[], 1, before - 35]);
    for (const other of [{}, { name: 'Padaria' }, { name: secretName, parameters: { depth: 2 } }]) {
      const { status, body } = await cached(other);
      expect([other, status, body.error.code]).toEqual([other, 404, 'CACHE_MISS']);
    }
    expect(await balance()).toBe(before - 35);
  });

  it('records the request in the audit log and stores the subject nowhere in plain text', async () => {
    const { body } = await ask({ name: secretName });
    const trail = await api().call(`/audit/events?resourceId=${body.probeEntityId}`);
    expect(trail.body.events).toMatchObject([
      {
        event: 'execute_without_entity',
        changes: {
          integrationCode: { current: code },
          outcome: { current: 'delivered' },
          costCents: { current: 35 },
          taxIdFingerprint: { current: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      },
    ]);
    const { rows: tables } = await api().pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables) {
      const { rows } = await api().pool.query(`select count(*)::int as n from ${name} t where t::text ~* $1`, [
        `${compact}|${secretName}|222.333|${Buffer.from(secretName).toString('hex')}`,
      ]);
      expect([name, rows[0].n]).toEqual([name, 0]);
    }
  });

  it('charges and caches nothing when the provider fails, and reports the cause', async () => {
    const before = await balance();
    const failures: [ItemCode, string][] = [
      ['SUBJECT_NOT_FOUND', 'PROVIDER_ERROR'],
      ['PROVIDER_TIMEOUT', 'PROVIDER_ERROR'],
      ['PROVIDER_ERROR', 'PROVIDER_ERROR'],
      ['NORMALIZATION_FAILED', 'NORMALIZATION_FAILED'],
    ];
    for (const [told, root] of failures) {
      outcome = told;
      const response = await ask({ name: told });
      expect([told, response.status, response.body]).toMatchObject([
        ...[told, 422],
        {
          ...{ success: false, enrichmentSuccess: false, cached: false, error: { code: root } },
          ...{ integrationCode: code, country: 'BR', totalCostCents: 0 },
          errors: [{ code: told, message: expect.any(String) }],
          billing: { tokensSpent: 0, balanceRemainingCents: before },
          probeEntityId: expect.any(String),
        },
      ]);
      outcome = 'ok';
      expect((await cached({ name: told })).status).toBe(404);
    }
    outcome = 'defect';
    const defect = await ask({ name: 'defect' });
    expect([defect.status, defect.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(defect.text).not.toContain('a defect');
    const { body } = await api().call('/billing/balance');
    expect([body.data.balanceCents, body.data.reservedCents]).toEqual([before, 0]);
  });

  it('7: isolates the caches of organizations even if rows are moved by hand', async () => {
    const { production, stranger, pool } = api();
    const theirs = { key: stranger.key };
    const mine = (await ask({ name: 'Shared' })).body.result;
    expect((await cached({ name: 'Shared' }, theirs)).status).toBe(404);
    // A row of its own for the same question, with the payload of the other organization.
    await ask({ name: 'Shared' }, theirs);
    expect((await cached({ name: 'Shared' }, theirs)).body.result).toEqual(mine);
    const moved = await pool.query(
      `update enrichment_cache t set payload = o.payload from enrichment_cache o
       where t.organization_id = $1 and o.organization_id = $2 and o.created_at = (
         select max(created_at) from enrichment_cache where organization_id = $2)`,
      [stranger.organizationId, production.organizationId],
    );
    expect(moved.rowCount).toBeGreaterThan(0);
    expect((await cached({ name: 'Shared' }, theirs)).status).toBe(404);
    await pool.query(
      `insert into enrichment_cache select $1, o.id, o.key, o.tax_id_hash, o.name_hash, o.payload, o.created_at, o.expires_at
       from enrichment_cache o where o.organization_id = $2`,
      [stranger.organizationId, production.organizationId],
    );
    expect((await cached({ name: 'Shared' }, theirs)).status).toBe(404);
    // The same applies to another key of the same organization.
    await ask({ name: 'First' });
    await ask({ name: 'Second' });
    const newest = 'id = (select max(id::text)::uuid from enrichment_cache where organization_id = $1)';
    const gone = await pool.query<{ key: Buffer }>(`delete from enrichment_cache where ${newest} returning key`, [
      production.organizationId,
    ]);
    await pool.query(`update enrichment_cache set key = $2 where ${newest}`, [
      production.organizationId,
      gone.rows[0]!.key,
    ]);
    expect((await cached({ name: 'Second' })).status).toBe(404);
  });

  it('10 row 19: runs nothing on insufficient balance, and accepts the same key after a top-up', async () => {
    const { organizationId, key } = api().stranger;
    const before = await balance(key);
    await credit(organizationId, 34 - before);
    const call = { key, headers: { 'idempotency-key': 'unpaid' } };
    const refused = await ask({ name: 'Unpaid' }, call);
    expect([refused.status, refused.body]).toMatchObject([
      402,
      {
        ...{ success: false, enrichmentSuccess: false, errors: [], totalCostCents: 0 },
        error: { code: 'INSUFFICIENT_BALANCE' },
        billing: { tokensSpent: 0, balanceRemainingCents: 34 },
      },
    ]);
    expect([asks.length, await balance(key)]).toEqual([0, 34]);
    await credit(organizationId, 1);
    const paid = await ask({ name: 'Unpaid' }, call);
    const again = await ask({ name: 'Unpaid' }, call);
    expect([paid.status, again.status, again.text]).toEqual([200, 200, paid.text]);
    expect([asks.length, await balance(key)]).toEqual([1, 0]);
  });

  it('asks again and replaces the result without `cached`, and never returns what a provider forbids to keep', async () => {
    await ask({ name: 'Twice' });
    await ask({ name: 'Twice' }, {}, '?cached=false');
    expect(asks).toHaveLength(2);
    const before = (await rowsOf('enrichment_cache')).length;
    expect((await ask({ integrationCode: noCache.code })).status).toBe(200);
    expect((await rowsOf('enrichment_cache')).length).toBe(before);
    expect((await cached({ integrationCode: noCache.code })).status).toBe(404);
  });

  it('deletes expired results, and all results of a tax id that is purged', async () => {
    const { production, pool, app } = api();
    const { organizationId } = production;
    await ask({ name: 'Old' });
    await ask({ taxId: undefined, name: 'Kept' });
    await pool.query(
      `update enrichment_cache set expires_at = now() where organization_id = $1 and tax_id_hash is not null`,
      [organizationId],
    );
    expect((await cached({ name: 'Old' })).status).toBe(404);
    expect(await app.get(DeleteOldProbes, { strict: false }).remove()).toBeGreaterThan(0);
    expect(await rowsOf('enrichment_cache')).toHaveLength(1);
    await ask({ name: 'New' });
    const store = app.get(ProbeStore, { strict: false });
    const database = app.get<TenantDatabase>(TenantDatabase);
    expect(
      await database.transaction(organizationId, (client) => store.purgeTaxId(client, organizationId, compact)),
    ).toBe(1);
    expect((await rowsOf('execution_probes')).filter(({ tax_id_hash: hash }: Body) => hash !== null)).toEqual([]);
    expect((await cached({ taxId: undefined, name: 'Kept' })).status).toBe(200);
  });

  it('replays a recording for play money in a sandbox, fails on demand and connects to no provider', async () => {
    const { key } = api().sandbox;
    await switchOn('br_receita_cnpj', key);
    const before = await balance(key);
    const trap = trapConnections(api());
    const played = await ask({ integrationCode: 'br_receita_cnpj' }, { key });
    expect([played.status, played.body.result?.raw.br_receita_cnpj.cnpj]).toEqual([200, compact]);
    const failed = await ask(
      { integrationCode: 'br_receita_cnpj', parameters: { simulate: 'PROVIDER_TIMEOUT' } },
      { key },
    );
    expect([failed.status, failed.body.errors[0].code]).toEqual([422, 'PROVIDER_TIMEOUT']);
    trap.release();
    expect(trap.begun).toEqual([]);
    expect(await balance(key)).toBe(before - played.body.totalCostCents);
  });
});
