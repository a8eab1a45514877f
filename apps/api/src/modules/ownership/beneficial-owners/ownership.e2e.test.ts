import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { ownersText, useOwners } from '../../../../test/support/use-owners.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { RecomputeOwnership } from './use-cases/recompute-ownership.js';

describe('company ownership', () => {
  const api = useOwnTestApi({ WATCHLISTS: 'un_sc' });
  const { serve } = useListFiles();
  const { send, person, company, own, settled, settle, read } = useOwners(api);

  it('is unknown, and reported so, when no relationship states it', async () => {
    const alone = await company('Alone SA');
    expect(await settled(alone)).toMatchObject({
      ...{ entityId: alone, state: 'unknown', version: null, asOf: null, recomputing: false },
      ...{ owners: [], knownPercent: null, countries: [], sanctioned: null },
    });
    expect((await api().call(`/entities/${alone}/ownership/versions`)).body.versions).toEqual([]);
  });

  it('is unknown when only a payment method is stated as owned', async () => {
    const account = { entityType: 'payment_method', entityData: { paymentMethod: { type: 'pix' } } };
    const { id } = (await send('/entities', account)) as { readonly id: string };
    const paid = await company('Paid SA');
    await own(id, paid, 0.9);
    expect(await settled(paid)).toMatchObject({ state: 'unknown', owners: [] });
    await own(await person('Pia Owner'), paid, 0.3);
    const found = await settled(paid);
    expect([ownersText(found), found.knownPercent]).toEqual([['Pia Owner 30-30 is'], '30']);
  });

  it('is derived along the paths up to people, within the known bounds', async () => {
    const [ana, bo, holding, acme] = [
      await person('Ana Owner'),
      await person('Bo Owner', { countryCode: 'PT' }),
      await company('Holding SA'),
      await company('Acme SA'),
    ];
    await own(ana, holding, 0.6);
    await own(holding, acme, 0.5);
    await own(bo, acme, null, { metadata: { leastPercent: 25, mostPercent: 50 } });
    await own(ana, acme, 0.05);
    const found = await settled(acme);
    expect(ownersText(found)).toEqual(['Ana Owner 35-35 is', 'Bo Owner 25-45 is']);
    expect(found).toMatchObject({
      ...{ state: 'known', version: expect.any(Number), recomputing: false, beneficialOwnerPercent: 25 },
      ...{ knownPercent: '60', layers: 1, hasCycle: false, approximate: false, cut: false, contradictory: [] },
      countries: ['BR', 'PT'],
      sanctioned: { leastPercent: '0', mostPercent: '0', rule: 'at_least_50', entities: [] },
    });
    expect(
      found.owners[0].paths.map(({ entities, leastPercent }: Body) => [
        entities.map(({ name }: Body) => name).join(' > '),
        leastPercent,
      ]),
    ).toEqual([
      ['Ana Owner > Holding SA > Acme SA', '30'],
      ['Ana Owner > Acme SA', '5'],
    ]);
  });

  it('is recomputed for all companies below a change, and each state stays a version', async () => {
    const [ana, middle, acme] = [await person('Eva Changes'), await company('Middle'), await company('Below')];
    const share = await own(ana, middle, 0.8);
    await own(middle, acme, 1);
    const first = await settled(acme);
    expect(ownersText(first)).toEqual(['Eva Changes 80-80 is']);
    await send(`/relationships/${share}`, { strength: 0.4 }, 'PATCH');
    expect(ownersText(await settled(acme))).toEqual(['Eva Changes 40-40 is']);
    await send(`/entities/${ana}`, { countryCode: 'UY' }, 'PATCH');
    expect((await settled(acme)).countries).toEqual(['BR', 'UY']);
    await api().call(`/relationships/${share}`, { method: 'DELETE' });
    const last = await settled(acme);
    expect([ownersText(last), last.knownPercent, last.countries]).toEqual([[], '0', ['BR']]);
    expect(await read(middle)).toMatchObject({ state: 'unknown', version: 4, owners: [] });

    const { versions } = (await api().call(`/entities/${acme}/ownership/versions?limit=2`)).body;
    expect(versions.map(({ version }: Body) => version)).toEqual([last.version, last.version - 1]);
    expect(ownersText(await read(acme, `?version=${first.version}`))).toEqual(['Eva Changes 80-80 is']);
    expect((await api().call(`/entities/${acme}/ownership?version=99`)).status).toBe(404);
  });

  it('ends on the day that a register stated', async () => {
    const [ana, acme] = [await person('Left'), await company('Left behind')];
    const share = await own(ana, acme, 0.5, { metadata: { until: '2200-01-01' } });
    expect(ownersText(await settled(acme))).toEqual(['Left 50-50 is']);
    await send(`/relationships/${share}`, { metadata: { until: '2020-01-01' } }, 'PATCH');
    expect((await settled(acme)).state).toBe('unknown');
  });

  it.each(['12/31/2200', '01.01.2200', '2200-02-30', 2020, { year: 2020 }])(
    'does not end with %j, which is not a date a register would state',
    async (until) => {
      const [ana, acme] = [await person('Stays'), await company('Stayed with')];
      await own(ana, acme, 0.5, { metadata: { until } });
      expect(ownersText(await settled(acme))).toEqual(['Stays 50-50 is']);
    },
  );

  it('is recomputed when that day comes, also below, although nobody changes anything', async () => {
    const [ana, middle, acme] = [await person('Leaves'), await company('Left soon'), await company('Below it')];
    const share = await own(ana, middle, 0.5, { metadata: { until: '2200-01-01' } });
    await own(middle, acme, 1);
    expect(await settled(acme)).toMatchObject({ state: 'known', recomputing: false });
    const { rows } = await api().pool.query(
      `select leased_until::text as at from ownership_dues where entity_id = any($1) and is_scheduled`,
      [[middle, acme]],
    );
    expect(rows.map(({ at }) => new Date(at as string).toISOString())).toEqual([
      ...['2200-01-01T00:00:00.000Z', '2200-01-01T00:00:00.000Z'],
    ]);
    // Simulates that this day is today, with the triggers that record changes disabled.
    const client = await api().pool.connect();
    await client.query('begin; set local session_replication_role = replica');
    await client.query(`update relationships set metadata = '{"until": "2020-01-01"}' where id = $1`, [share]);
    await client.query('update ownership_dues set leased_until = now() where is_scheduled');
    await client.query('commit');
    client.release();
    for (const id of [middle, acme])
      await waitUntil(async () => (await read(id))['owners'].length === 0 && (await read(id))['recomputing'] === false);
    expect((await settled(middle)).state).toBe('unknown');
  });

  it('keeps its version when a change adds no new ownership facts', async () => {
    const [ana, acme] = [await person('Same'), await company('Same SA')];
    const share = await own(ana, acme, 0.5);
    const { version, asOf } = await settled(acme);
    await send(`/relationships/${share}`, { metadata: { note: 'nothing new' } }, 'PATCH');
    expect(await settled(acme)).toMatchObject({ version, asOf });
  });

  it('is solved when companies own each other, and is uncertain with contradictory shares', async () => {
    const [ana, bo, first, second, acme] = [
      await person('Ana Circle'),
      await person('Bo Circle'),
      await company('First'),
      await company('Second'),
      await company('Circle SA'),
    ];
    for (const [owner, owned, share] of [
      [ana, first, 0.5],
      [second, first, 0.5],
      [first, second, 0.5],
      [bo, second, 0.5],
      [first, acme, 1],
    ] as const)
      await own(owner, owned, share);
    const found = await settled(acme);
    expect([found.hasCycle, ownersText(found)]).toEqual([
      true,
      ['Ana Circle 66.6666-66.6667 is', 'Bo Circle 33.3333-33.3334 is'],
    ]);
    const [cy, over] = [await person('Cy'), await company('Over')];
    await own(ana, over, 0.6);
    await own(cy, over, 0.6);
    const contradictory = await settled(over);
    expect(contradictory.contradictory.map(({ name }: Body) => name)).toEqual(['Over']);
    expect(ownersText(contradictory)).toEqual(['Ana Circle 0-60 may be', 'Cy 0-60 may be']);
  });

  it('follows the threshold and the 50 percent rule that an organization sets', async () => {
    const { organizationId } = api().production;
    const set = (settings: object) => send(`/organizations/${organizationId}`, { settings }, 'PATCH');
    const [ana, acme] = [await person('Small'), await company('Thresholds')];
    await own(ana, acme, 0.1);
    expect(ownersText(await settled(acme))).toEqual([]);
    await set({ beneficialOwnerPercent: 10 });
    expect(await settled(acme)).toMatchObject({ beneficialOwnerPercent: 10, owners: [{ certain: true }] });
    await set({ ownershipRule: 'over_50' });
    expect((await settled(acme)).sanctioned.rule).toBe('over_50');
    for (const wrong of [{ beneficialOwnerPercent: 0 }, { beneficialOwnerPercent: 101 }, { ownershipRule: 'half' }]) {
      const answer = await api().call(`/organizations/${organizationId}`, {
        method: 'PATCH',
        body: { settings: wrong },
      });
      expect([answer.status, answer.body.code ?? answer.body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    await set({ beneficialOwnerPercent: 25, ownershipRule: 'at_least_50' });
    expect((await settled(acme)).owners).toEqual([]);
  });

  it('counts confirmed sanctioned owners, in sum and through companies', async () => {
    await serve(api(), 'un_sc', [listedPerson('1', 'Igor Sanctioned'), listedPerson('2', 'Somebody Else Entirely')]);
    const [igor, ana, holding, acme] = [
      await person('Igor Sanctioned'),
      await person('Ana Free'),
      await company('Blocked Holding'),
      await company('Far Below'),
    ];
    await own(igor, holding, 0.5);
    await own(ana, holding, 0.5);
    await own(holding, acme, 0.6);
    await send(`/entities/${igor}/screenings`, {});
    expect((await settled(acme)).sanctioned).toMatchObject({ leastPercent: '0', mostPercent: '0', entities: [] });
    const { matches } = (await api().call(`/screening-matches?entityId=${igor}`)).body;
    const decide = (decision: string, more: object = {}) =>
      send(`/screening-matches/${matches[0].id}/decide`, { decision, reason: 'the same passport', ...more });
    const { decision } = await decide('confirmed');
    const { sanctioned } = await settled(acme);
    expect(sanctioned).toMatchObject({ leastPercent: '60', mostPercent: '60' });
    expect(
      sanctioned.entities.map(({ entity, confirmed, certain, ownedBy }: Body) => [
        ...[entity.name, confirmed, certain],
        ownedBy.map((owner: Body) => `${owner.entity.name} ${owner.leastPercent}`),
      ]),
    ).toEqual([
      ['Far Below', false, true, ['Blocked Holding 60']],
      ['Blocked Holding', false, true, ['Igor Sanctioned 50']],
      ['Igor Sanctioned', true, true, []],
    ]);
    const reader = await createKeyWith(api(), 'entities:read');
    const seen = await api().call(`/entities/${acme}/ownership`, { key: reader });
    expect([seen.status, seen.body.ownership.sanctioned]).toEqual([200, null]);
    const setLists = (...rules: readonly object[]) =>
      api().call(`/organizations/${api().production.organizationId}`, {
        method: 'PATCH',
        body: { settings: { ownershipRulesOfLists: rules } },
      });
    const rulesOfLists = [{ list: 'un_sc', rule: 'over_50' }];
    expect((await setLists(...rulesOfLists)).status).toBe(200);
    // Half is not more than half, so only the named person is left.
    expect((await settled(acme)).sanctioned).toMatchObject({ leastPercent: '0', rule: 'at_least_50', rulesOfLists });
    await setLists({ list: 'eu_fsf', rule: 'off' });
    expect((await settled(acme)).sanctioned).toMatchObject({ leastPercent: '60' });
    for (const wrong of [
      [{ list: 'un_sc', rule: 'half' }],
      [{ list: 'UN list', rule: 'off' }],
      [null],
      [...rulesOfLists, { list: 'un_sc', rule: 'off' }],
    ]) {
      const answer = await setLists(...(wrong as readonly object[]));
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('VALIDATION_ERROR')]);
    }
    await setLists();
    await decide('dismissed', { replaces: decision.id });
    expect((await settled(acme)).sanctioned).toMatchObject({ leastPercent: '0', entities: [] });
  });

  it('is returned only for companies', async () => {
    const ana = await person('Nobody owns her');
    for (const path of ['ownership', 'ownership/versions']) {
      const answer = await api().call(`/entities/${ana}/${path}`);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('INVALID_ENTITY_TYPE')]);
      const unknown = await api().call(`/entities/00000000-0000-7000-8000-000000000000/${path}`);
      expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('ENTITY_NOT_FOUND')]);
    }
  });

  it('is returned only to callers who may read entities of the organization', async () => {
    const [theirs, lacking] = [api().stranger.key, await createKeyWith(api(), 'rules:read')];
    const acme = await company('Walled');
    for (const path of ['ownership', 'ownership/versions', 'graph']) {
      const foreign = await api().call(`/entities/${acme}/${path}`, { key: theirs });
      expect([path, foreign.status, foreign.body.error?.code ?? foreign.body.code]).toEqual([
        path,
        404,
        'ENTITY_NOT_FOUND',
      ]);
      expect((await api().call(`/entities/${acme}/${path}`, { key: lacking })).status).toBe(403);
    }
  });

  it('removes the names of deleted people from every version', async () => {
    const [gone, acme] = [await person('Wilhelmina Forgotten'), await company('Keeps nothing')];
    await own(gone, acme, 0.7);
    const { version } = await settled(acme);
    const deleted = await api().call(`/entities/${gone}`, {
      method: 'PATCH',
      body: { status: 'deleted', reason: 'asked for' },
    });
    expect(deleted.status).toBe(200);
    const { rows: kept } = await api().pool.query<{ readonly text: string }>(
      `select (select json_agg(f) from ownership_facts f)::text || (select json_agg(n) from ownership_owner_names n)::text as text`,
    );
    expect(kept[0]!.text).not.toContain('Wilhelmina');
    expect((await settled(acme)).state).toBe('unknown');
    const then = await read(acme, `?version=${version}`);
    expect(then.owners[0].entity).toEqual({ id: gone, type: null, name: null, countryCode: null });
    await settle();
  });

  it('is computed for one organization even when it fails for another', async () => {
    const { key, organizationId } = api().stranger;
    const ofStranger = async (path: string, body: object): Promise<Body> =>
      (await api().call(path, { key, body })).body;
    await api().pool.query(
      `create function refuse_changes() returns trigger language plpgsql as $$ begin
         if old.organization_id <> '${organizationId}' then raise exception 'refused'; end if; return old; end $$`,
    );
    await api().pool.query(
      'create trigger refuse_changes before delete on ownership_changes for each row execute function refuse_changes()',
    );
    await own(await person('Stuck Owner'), await company('Stuck SA'), 0.5);
    const [owner, owned] = [
      await ofStranger('/entities', { type: 'person', name: 'Free Owner', countryCode: 'BR' }),
      await ofStranger('/entities', { type: 'company', name: 'Free SA', countryCode: 'BR' }),
    ];
    const share = { relatedEntityId: owned.entity.id, relationshipType: 'owns', strength: 0.5 };
    await ofStranger(`/entities/${owner.entity.id}/relationships`, share);
    const ownersOf = async (): Promise<string> =>
      ownersText((await api().call(`/entities/${owned.entity.id}/ownership`, { key })).body.ownership).join();
    await api().app.get(RecomputeOwnership).recompute();
    // The server also checks by itself, and may already have done the work.
    const isFound = async (): Promise<boolean> => (await ownersOf()) === 'Free Owner 50-50 is';
    try {
      await waitUntil(isFound);
    } finally {
      await api().pool.query('drop function refuse_changes cascade');
    }
    await settle();
  });

  it('is truncated, and reported so, when there are too many owners above', async () => {
    const acme = await company('Widely held');
    const { organizationId } = api().production;
    await api().pool.query(
      `insert into entities (organization_id, id, type, name, status) select $1, gen_random_uuid(), 'person', 'Holder ' || n, 'active'
       from generate_series(1, 2100) n`,
      [organizationId],
    );
    await api().pool.query(
      `insert into relationships (organization_id, id, source_entity_id, target_entity_id, relationship_type, created_at)
       select $1, gen_random_uuid(), id, $2, 'owns', now() from entities where organization_id = $1 and name like 'Holder %'`,
      [organizationId, acme],
    );
    const found = await settled(acme);
    expect(found).toMatchObject({ cut: true, approximate: true, knownPercent: '0', ownersLeftOut: 1799 });
    expect(found.owners).toHaveLength(200);
  });
});
