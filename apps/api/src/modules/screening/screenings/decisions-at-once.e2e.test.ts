import { generateEntries } from '@tamis/testkit/watchlists';

import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { limits } from '../../../platform/limits.js';
import { RestateDue } from './use-cases/restate-due.js';

describe('match decisions for identical entities', () => {
  const api = useOwnTestApi({ WATCHLISTS: 'un_sc' });
  const { serve } = useListFiles();
  const call = (path: string, body: object, method = 'POST'): Promise<TestResponse> =>
    api().call(path, { method, body });
  const newPerson = async (name: string): Promise<string> => {
    const made = await call('/entities', { type: 'person', name, countryCode: 'SE' });
    const { id } = made.body.entity as { readonly id: string };
    await call(`/entities/${id}/screenings`, {});
    return id;
  };
  const decide = async (entityId: string): Promise<TestResponse> => {
    const { matches } = (await api().call(`/screening-matches?entityId=${entityId}`)).body;
    const body = { decision: 'dismissed', reason: 'Another passport', scope: 'organization' };
    return call(`/screening-matches/${matches[0].id}/decide`, body);
  };
  const count = async (sql: string): Promise<number> => Number((await api().pool.query(sql)).rows[0].n);
  const waiting = (): Promise<number> => count(`select count(*) as n from pg_locks where not granted`);
  const deadlocks = (): Promise<number> =>
    count(`select deadlocks as n, pg_stat_clear_snapshot() from pg_stat_database where datname = current_database()`);

  it('do not deadlock when an entity becomes identical in the meantime', async () => {
    await serve(api(), 'un_sc', [listedPerson('1', 'Ana Lindqvist'), ...generateEntries(1, 30)]);
    const [earlier, later] = [await newPerson('Ana Lindquist'), await newPerson('Ana Lindqvist')];
    const holding = await api().pool.connect();
    await holding.query('begin');
    await holding.query('select from entities where id = $1 for no key update', [later]);
    const ofLater = decide(later);
    await waitUntil(async () => (await waiting()) === 1);
    await call(`/entities/${earlier}`, { name: 'Ana Lindqvist' }, 'PATCH');
    await call(`/entities/${earlier}/screenings`, {});
    const ofEarlier = decide(earlier);
    await waitUntil(async () => (await waiting()) === 2);
    await holding.query('commit');
    holding.release();
    expect([(await ofLater).status, (await ofEarlier).status]).toEqual([200, 200]);
    expect(await deadlocks()).toBe(0);
  });

  it('apply to any number of entities: to some immediately and to the others later', async () => {
    await serve(api(), 'un_sc', [listedPerson('2', 'Oskar Brandvold'), ...generateEntries(2, 30)]);
    const ids: string[] = [];
    while (ids.length < limits.screeningEntitiesAlike + 3)
      ids.push(...(await Promise.all(Array.from({ length: 8 }, () => newPerson('Oskar Brandvold')))));
    const [other] = [await newPerson('Oskar Brandvolt')];
    const of = (state: string): Promise<number> =>
      count(`select count(*) as n from screening_matches where entry_id = '2' and state = '${state}'`);
    expect((await decide(ids[0]!)).status).toBe(200);
    const sweep = api().app.get(RestateDue);
    await sweep.restate();
    expect([await of('dismissed'), await of('open')]).toEqual([ids.length, 1]);
    expect((await api().call(`/screening-matches?entityId=${other}`)).body.matches).toMatchObject([{ state: 'open' }]);
    const { hits } = (await api().call(`/entities/${ids.at(-1)!}/screenings`)).body.screenings[0];
    expect([hits, await sweep.restate()]).toEqual([0, 0]);
  });

  it.each(['decided first', 'screened first'])(
    'apply to an entity that is screened for the first time concurrently, %s',
    async (order) => {
      const [name, list] = order === 'decided first' ? ['Signe Halvorsen', '4'] : ['Torvald Ekdahl', '5'];
      await serve(api(), 'un_sc', [listedPerson(list, name), ...generateEntries(Number(list), 30)]);
      const known = await newPerson(name);
      const { id } = (await call('/entities', { type: 'person', name, countryCode: 'SE' })).body.entity;
      const holding = await api().pool.connect();
      await holding.query('begin');
      // A transaction that is about to commit waits for the head of the audit log.
      await holding.query('select from audit_heads where organization_id = $1 for update', [
        api().production.organizationId,
      ]);
      const work = [() => decide(known), () => call(`/entities/${id}/screenings`, {})];
      if (order === 'screened first') work.reverse();
      const first = work[0]!();
      await waitUntil(async () => (await waiting()) === 1);
      const second = work[1]!();
      await waitUntil(async () => (await waiting()) === 2);
      await holding.query('commit');
      holding.release();
      expect([(await first).status, (await second).status].sort()).toEqual([200, 201]);
      await api().app.get(RestateDue).restate();
      const { matches } = (await api().call(`/screening-matches?entityId=${id}`)).body;
      expect(matches).toMatchObject([{ state: 'dismissed' }]);
    },
  );

  it('expire for all entities except one whose expiry cannot be stored', async () => {
    await serve(api(), 'un_sc', [listedPerson('3', 'Ylva Stenmark'), ...generateEntries(3, 30)]);
    const ids = [await newPerson('Ylva Stenmark'), await newPerson('Ylva Stenmarck'), await newPerson('Ylva Stenmark')];
    for (const id of ids) await decide(id);
    await api().pool.query(`update match_decisions set expires_at = now() where entry ->> 'id' = '3'`);
    await api().pool.query(`update screening_matches set restate_at = now() where entry_id = '3'`);
    await api().pool.query(
      `create function refuse_screening() returns trigger language plpgsql as $$ begin
         if new.entity_id = '${ids[1]}' then raise exception 'refused'; end if; return new; end $$`,
    );
    await api().pool.query(
      'create trigger refuse_screening before insert on entity_screenings for each row execute function refuse_screening()',
    );
    await api().app.get(RestateDue).restate();
    await api().pool.query('drop function refuse_screening cascade');
    const { rows } = await api().pool.query(
      `select state from screening_matches where entry_id = '3' order by array_position($1::uuid[], entity_id)`,
      [ids],
    );
    expect(rows.map(({ state }) => state as string)).toEqual(['open', 'dismissed', 'open']);
  });
});
