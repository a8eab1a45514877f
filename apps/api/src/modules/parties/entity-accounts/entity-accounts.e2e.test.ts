import { reportPromise } from '@tamis/testkit';

import { type AccountApi, startAccountApi } from '../../../../test/support/account-api.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { limits } from '../../../platform/limits.js';

const cbu = '2850590940090418135201';
const unknownId = '0190a0f0-0000-7000-8000-000000000000';

describe('shapes 13: entity accounts', () => {
  let own: AccountApi;
  beforeAll(async () => {
    own = await startAccountApi();
  });
  afterAll(() => own?.api.stop());

  it('4.15: finds the entity by id, external id and tax id in any spelling, for every operation', async () => {
    const taxId = '30-71234567-1';
    const entity = await own.newEntity({ taxId });
    const paths = [entity.id, `by-external-id/${entity['externalId']}`, 'by-tax-id/30712345671', 'by-tax-id/30.71234567.1'];
    for (const [n, path] of paths.entries()) {
      const at = `/entities/${path}/accounts`;
      const body = { accountType: 'wallet', currency: 'BRL', externalAccountId: `w-${n}` };
      const created = await own.api.call(at, { body });
      expect([at, created.status]).toEqual([at, 201]);
      const { id } = created.body.data;
      expect((await own.api.call(at)).body.data).toEqual({ entityId: entity.id, accounts: [created.body.data] });
      const changed = await own.api.call(`${at}/${id}`, { method: 'PATCH', body: { status: 'closed' } });
      expect(changed).toMatchObject({ status: 200, body: { data: { id, status: 'closed' } } });
      const removed = await own.api.call(`${at}/${id.toUpperCase()}`, { method: 'DELETE' });
      expect(removed).toMatchObject({ status: 200, body: { success: true, data: { id, deletedAt: expect.any(String) } } });
      expect((await own.api.call(at)).body.data.accounts).toEqual([]);
    }
  }); // prettier-ignore

  it('lists a limited number of deleted accounts, the most recently deleted ones', async () => {
    const { id, organizationId } = await own.newEntity();
    const most = limits.accountsPerEntity;
    await own.api.pool.query(
      `insert into entity_accounts (organization_id, id, entity_id, external_account_id, account_type, currency, status, is_primary,
         created_at, updated_at, deleted_at)
       select $1, gen_random_uuid(), $2, 'gone-' || n, 'wallet', 'BRL', 'closed', false, now(), now(), now() + n * interval '1 second'
       from generate_series(1, $3) n`,
      [organizationId, id, most + 5],
    );
    const body = { accountType: 'wallet', currency: 'BRL', externalAccountId: 'live' };
    await own.api.call(`/entities/${id}/accounts`, { body });
    const { accounts } = (await own.api.call(`/entities/${id}/accounts?includeDeleted=true`)).body.data;
    const names = new Set(accounts.map(({ externalAccountId }: Body) => externalAccountId as string));
    expect(['live', 'gone-5', 'gone-6'].map((name) => names.has(name))).toEqual([true, false, true]);
    expect(names.size).toBe(most + 1);
  });

  it('4.15: reports a tax id that several entities have', async () => {
    const [one, other] = [await own.newEntity(), await own.newEntity()];
    await own.api.pool.query('drop index entities_normalized_tax_id');
    await own.api.pool.query(`update entities set tax_id = '7.7', normalized_tax_id = '77' where id = any($1)`, [
      [one.id, other.id],
    ]);
    for (const method of ['GET', 'POST'] as const) {
      const body = { accountType: 'wallet', currency: 'BRL', externalAccountId: 'w' };
      const answer = await own.api.call('/entities/by-tax-id/7-7/accounts', {
        method,
        ...(method === 'POST' && { body }),
      });
      expect(answer).toMatchObject({ status: 409, body: { code: 'AMBIGUOUS_TAX_ID_LOOKUP' } });
    }
  });

  it('2.12: keeps one primary account per currency, set only explicitly', async () => {
    const entity = await own.newEntity();
    const names: string[] = [];
    const flags = async (): Promise<unknown> =>
      (await own.list(entity)).map(({ id, isPrimary }) => [names.indexOf(id), isPrimary]);
    const next = async (body: object): Promise<Body> => {
      const account = await own.added(entity, body);
      names.push(account.id);
      return account;
    };
    const a = await next({ isPrimary: true });
    const b = await next({ currency: 'USD', isPrimary: true });
    expect(await flags()).toEqual([[0, true], [1, true]]); // prettier-ignore
    await next({ isPrimary: true });
    expect(await flags()).toEqual([[1, true], [2, true], [0, false]]); // prettier-ignore
    expect((await own.patch(b, { currency: 'ars' })).body.data).toMatchObject({ currency: 'ARS', isPrimary: true });
    expect(await flags()).toEqual([[1, true], [0, false], [2, false]]); // prettier-ignore
    await own.remove(b);
    expect(await flags()).toEqual([[0, false], [2, false]]); // prettier-ignore
    await own.patch(a, { isPrimary: true });
    await own.patch(a, { isPrimary: false });
    expect(await flags()).toEqual([[0, false], [2, false]]); // prettier-ignore
  });

  it('promise 22: of accounts made and set primary at once, each currency has one', async () => {
    const entity = await own.newEntity();
    const accounts = await Promise.all(Array.from({ length: 10 }, () => own.added(entity, {})));
    const answers = await Promise.all([
      ...accounts.map((account) => own.patch(account, { isPrimary: true })),
      ...Array.from({ length: 10 }, (_, n) => own.add(entity, { isPrimary: true, currency: n % 2 ? 'ARS' : 'USD' })),
      ...Array.from({ length: 10 }, () => own.add(entity, { externalAccountId: 'the one', currency: 'BRL' })),
    ]);
    const statusesOf = (from: number, to: number) => answers.slice(from, to).map(({ status }) => status);
    expect(statusesOf(0, 10).every((status) => status === 200 || status === 400)).toBe(true);
    expect(statusesOf(10, 20)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(statusesOf(20, 30).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    const primary = (await own.list(entity)).filter(({ isPrimary }) => isPrimary).map(({ currency }) => currency);
    reportPromise(22, {
      figure: `${primary.length} primary accounts in 2 currencies after 20 requests at once`,
      target: 'one in each',
      holds: primary.length === 2,
    });
    expect(primary.sort()).toEqual(['ARS', 'USD']);
  });

  it('13.3: lists primary accounts first, filters, and includes deleted ones on request', async () => {
    const entity = await own.newEntity();
    const a = await own.added(entity, { externalAccountId: 'a', status: 'blocked' });
    await own.added(entity, { externalAccountId: 'b', currency: 'USD', accountType: 'loan' });
    await own.added(entity, { externalAccountId: 'c', isPrimary: true });
    const namesOf = async (query: string): Promise<unknown> =>
      (await own.list(entity, query)).map(({ externalAccountId }) => externalAccountId);
    const cases: [query: string, names: string[]][] = [
      ['', ['c', 'a', 'b']],
      ['?currency=usd', ['b']],
      ['?status=blocked', ['a']],
      ['?status=blocked,active', ['c', 'a', 'b']],
      ['?accountType=loan,other', ['b']],
      ['?currency=ARS&status=active', ['c']],
      ['?includeDeleted=false', ['c', 'a', 'b']],
    ];
    for (const [query, names] of cases) expect([query, await namesOf(query)]).toEqual([query, names]);
    await own.remove(a);
    expect([await namesOf(''), await namesOf('?includeDeleted=true')]).toEqual([['c', 'b'], ['c', 'a', 'b']]); // prettier-ignore
    for (const query of ['?status=open', '?accountType=x', '?page=1', '?includeDeleted=1']) {
      expect((await own.api.call(`/entities/${entity.id}/accounts${query}`)).status).toBe(400);
    }
  });

  it('13.3: changes any field but ids, clears with null, and keeps fields not sent', async () => {
    const account = await own.added(await own.newEntity(), { iban: 'DE89370400440532013000', bankName: 'B', metadata: { a: 1 } });
    const changed = await own.patch(account, {
      id: unknownId,
      entityId: unknownId,
      deletedAt: '2020-01-01T00:00:00Z',
      accountType: 'escrow',
      bankName: null,
      iban: null,
      accountNumber: '1234567',
      metadata: { b: 2 },
    });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      {
        ...account,
        accountType: 'escrow',
        bankName: null,
        iban: null,
        accountNumber: '****4567',
        metadata: { b: 2 },
        updatedAt: expect.any(String),
      },
    ]);
    expect((await own.patch(account, { metadata: null })).body.data.metadata).toEqual({});
  }); // prettier-ignore

  it('13.3: answers NO_CHANGES to equal values, and requires at least one identifier', async () => {
    const account = await own.added(await own.newEntity(), { accountNumber: '77 88', metadata: { a: 1 } });
    const equal: object[] = [
      {},
      { currency: 'ars' },
      { accountNumber: '77 88', status: 'active', iban: null },
      { metadata: { a: 1.0 }, isPrimary: false },
    ];
    for (const body of equal) {
      expect(await own.patch(account, body)).toMatchObject({ status: 400, body: { code: 'NO_CHANGES' } });
    }
    expect((await own.patch(account, { accountNumber: null })).status).toBe(200);
    expect(await own.patch(account, { externalAccountId: null })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { accountNumber: expect.any(String) } },
    });
    expect((await own.patch(account, { accountType: 'x' })).body.details.accountType).toContain('treasury');
  });

  it('13.3: answers for accounts that do not exist', async () => {
    const [entity, other] = [await own.newEntity(), await own.newEntity()];
    const account = await own.added(entity, {});
    const gone = await own.added(entity, {});
    await own.remove(gone);
    const body = { status: 'closed' };
    const cases: [path: string, code: string][] = [
      [`/entities/${unknownId}/accounts/${account.id}`, 'ENTITY_NOT_FOUND'],
      [`/entities/not-a-uuid/accounts/${account.id}`, 'ENTITY_NOT_FOUND'],
      [`/entities/by-external-id/nobody/accounts/${account.id}`, 'ENTITY_NOT_FOUND'],
      [`/entities/by-tax-id/--/accounts/${account.id}`, 'ENTITY_NOT_FOUND'],
      [`/entities/${entity.id}/accounts/${unknownId}`, 'ACCOUNT_NOT_FOUND'],
      [`/entities/${entity.id}/accounts/not-a-uuid`, 'ACCOUNT_NOT_FOUND'],
      [`/entities/${other.id}/accounts/${account.id}`, 'ACCOUNT_NOT_FOUND'],
      [`/entities/${entity.id}/accounts/${gone.id}`, 'ACCOUNT_NOT_FOUND'],
    ];
    for (const [path, code] of cases) {
      const answers = [
        await own.api.call(path, { method: 'PATCH', body }),
        await own.api.call(path, { method: 'DELETE' }),
      ];
      expect([path, answers.map((answer) => [answer.status, answer.body.code])]).toEqual([path, [[404, code], [404, code]]]); // prettier-ignore
    }
    const theirs = { key: own.api.stranger.key };
    for (const answer of [await own.patch(account, body, theirs), await own.add(entity, {}, theirs)]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
    }
  });

  it('13.3: writes the timeline and sends the webhook without account numbers', async () => {
    const entity = await own.newEntity();
    const first = await own.added(entity, { isPrimary: true, cbu, accountNumber: '1234567890' });
    const second = await own.added(entity, { isPrimary: true });
    await own.patch(second, { bankName: 'B' });
    await own.remove(second);
    const { body } = await own.api.call(`/entities/${entity.id}/timeline?sortOrder=asc`);
    const events = body.events.filter(({ event }: Body) => event !== 'entity_created');
    expect(events.map(({ event, relatedIds }: Body) => [event, relatedIds.accountId])).toEqual([
      ['entity_account_created', first.id],
      ['entity_account_created', second.id],
      ['entity_account_updated', first.id],
      ['entity_account_updated', second.id],
      ['entity_account_deleted', second.id],
    ]);
    expect(events[0].changes).toMatchObject({
      cbu: { previous: null, current: '[redacted]' },
      accountNumber: { previous: null, current: '[redacted]' },
    });
    expect(events.slice(2).map(({ changes }: Body) => changes)).toEqual([
      { isPrimary: { previous: true, current: false } },
      { bankName: { previous: null, current: 'B' } },
      { deletedAt: { previous: null, current: expect.any(String) } },
    ]);
    const { rows } = await own.api.pool.query<{ payload: Body }>(
      `select payload from outbox_events where event = 'entity.updated' and payload -> 'entity' ->> 'id' = $1 order by id`,
      [entity.id],
    );
    const payloads = rows.map(({ payload }) => payload);
    expect(payloads.map(({ changes }) => Object.values(changes.accounts).map((each) => (each as Body[]).length))).toEqual([
      [0, 1],
      [1, 2],
      [1, 1],
      [1, 0],
    ]);
    expect(payloads[0]).toMatchObject({
      entity: { id: entity.id, externalId: entity['externalId'] },
      updatedBy: { type: 'api_key' },
      changes: { accounts: { current: [{ id: first.id, accountNumber: '****7890', isPrimary: true }] } },
    });
  }); // prettier-ignore
});
