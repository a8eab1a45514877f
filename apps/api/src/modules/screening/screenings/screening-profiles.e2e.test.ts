import { generateEntries } from '@tamis/testkit/watchlists';
import { sandboxList } from '@tamis/watchlists';

import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { RestateDue } from './use-cases/restate-due.js';

const listed = [
  listedPerson('1', 'Omar Haddad'),
  listedPerson('2', 'Yusuf Karimov', {
    names: [
      { text: 'Yusuf Karimov', kind: 'primary', language: null },
      { text: 'Anwar Tursunbek', kind: 'weak_alias', language: null },
    ],
  }),
  ...generateEntries(27, 30),
];
const nobody = '00000000-0000-7000-8000-0000000000a9';

describe('screening profiles', () => {
  const api = useOwnTestApi();
  const { serve } = useListFiles();
  const call = (path: string, body?: object, more: object = {}): Promise<TestResponse> =>
    api().call(path, { ...(body && { body }), ...more });
  const patch = (path: string, body: object): Promise<TestResponse> => call(path, body, { method: 'PATCH' });
  const defaultPath = (): string => `/screening-profiles/${api().production.organizationId}`;
  const setDefault = async (content: object): Promise<Body> => {
    const { status, body } = await patch(defaultPath(), content);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.profile;
  };
  const newPerson = async (name: string): Promise<string> =>
    (await call('/entities', { type: 'person', name, countryCode: 'BR' })).body.entity.id as string;
  const screen = async (entityId: string, profileId?: string): Promise<Body> =>
    (await call(`/entities/${entityId}/screenings`, { profileId })).body.screening;
  const matchOf = async (entityId: string): Promise<Body> =>
    (await call(`/screening-matches?entityId=${entityId}`)).body.matches[0];

  beforeAll(async () => {
    await serve(api(), 'un_sc', listed);
  });

  it('start with a built-in one, and keep all of their versions', async () => {
    const { body } = await call('/screening-profiles');
    const ofOrganization = api().sandbox.organizationId.toUpperCase();
    const named = { profileId: ofOrganization, names: [{ name: 'Omar Haddad' }] };
    expect((await call('/screenings/batch', named, { key: api().sandbox.key })).status).toBe(200);
    expect(body.profiles).toMatchObject([
      {
        ...{ id: api().production.organizationId, version: 1, isDefault: true, lists: null, topics: null },
        ...{ threshold: 0.82, reviewFrom: 0.82, weakAliases: false, maxAgeHours: 48, secondPersonFrom: null },
        ...{ entityTypes: ['person', 'company'], createdAt: null, createdBy: null },
      },
    ]);
    expect((await call(`/entities/${await newPerson('Omar Haddad')}/screenings`, {})).body.error).toMatchObject({
      code: 'DATASET_NOT_LOADED',
      details: { lists: ['us_ofac', 'eu_fsf', 'gb_uksl'] },
    });
    expect(await setDefault({ lists: ['un_sc'], ifVersion: 1, reason: 'Only the UN' })).toMatchObject({ version: 2 });
    expect((await patch(defaultPath(), { threshold: 0.9, ifVersion: 1 })).body.error).toMatchObject({
      ...{ code: 'VERSION_CONFLICT', details: { currentVersion: expect.any(Number) } },
    });
    expect((await patch(defaultPath(), { lists: ['un_sc'] })).body.error.code).toBe('NO_CHANGES');
    const { versions } = (await call(`${defaultPath()}/versions`)).body;
    expect(versions.map(({ version, lists }: Body) => [version, lists])).toEqual([
      [2, ['un_sc']],
      [1, null],
    ]);
    const [event] = (await call('/audit/events?event=screening_profile_updated')).body.events;
    expect(event).toMatchObject({ context: { reason: 'Only the UN' }, changes: { lists: { current: ['un_sc'] } } });
  });

  it('keep the threshold within bounds, and the review threshold not above it', async () => {
    const wrong = async (content: object): Promise<object> =>
      (await patch(defaultPath(), content)).body.error.details as object;
    expect(await wrong({ threshold: 0.69 })).toHaveProperty('threshold');
    expect(await wrong({ threshold: 1 })).toHaveProperty('threshold');
    expect(await wrong({ reviewFrom: 0.95 })).toEqual({ reviewFrom: 'must not be greater than threshold' });
    expect(await wrong({ lists: ['xx_none'] })).toHaveProperty(['lists[0]']);
    expect(await wrong({ topics: ['sanction', 'sanctions'] })).toHaveProperty(['topics[1]']);
    expect(await setDefault({ threshold: 0.9 })).toMatchObject({ threshold: 0.9, reviewFrom: 0.9 });
    expect(await setDefault({ reviewFrom: 0.75 })).toMatchObject({ threshold: 0.9, reviewFrom: 0.75 });
    expect(await setDefault({ threshold: 0.82 })).toMatchObject({ threshold: 0.82, reviewFrom: 0.75 });
    expect(await setDefault({ reviewFrom: 0.82 })).toMatchObject({ threshold: 0.82, reviewFrom: 0.82 });
  });

  it('determine which matches are hits and which only need review', async () => {
    const id = await newPerson('Omar Hadid');
    const low = (await call('/screening-profiles', { name: 'Low', lists: ['un_sc'], reviewFrom: 0.7 })).body.profile;
    const high = { name: 'High', lists: ['un_sc'], threshold: 0.99, reviewFrom: 0.7 };
    const { profile } = (await call('/screening-profiles', high)).body;
    expect(await screen(id, profile.id)).toMatchObject({
      hits: 0,
      topScore: 0,
      lists: [],
      matches: [{ isHit: false }],
    });
    expect((await call(`/screening-matches?entityId=${id}&isHit=false`)).body.matches).toHaveLength(1);
    const { score } = (await screen(id, profile.id)).matches[0];
    const counted = await screen(id, low.id);
    expect(counted).toMatchObject(score >= 0.82 ? { hits: 1, topScore: score } : { hits: 0 });
  });

  it('ignore weak aliases and other topics unless requested', async () => {
    const id = await newPerson('Anwar Tursunbek');
    expect((await screen(id)).hits).toBe(0);
    const weak = { name: 'Weak', lists: ['un_sc'], weakAliases: true, threshold: 0.75 };
    const { profile } = (await call('/screening-profiles', weak)).body;
    expect((await screen(id, profile.id)).matches[0].explanation.qualifiers).toMatchObject([{ of: 'weak_alias' }]);
    await patch(`/screening-profiles/${profile.id}`, { topics: ['pep'] });
    expect((await screen(id, profile.id)).hits).toBe(0);
  });

  it('end matches of other profiles only if they would have found them', async () => {
    const profile = async (content: object): Promise<string> =>
      (await call('/screening-profiles', { lists: ['un_sc'], ...content })).body.profile.id;
    const [wide, exposed, strict] = [
      await profile({ name: 'Wide', threshold: 0.75 }),
      await profile({ name: 'Exposed', topics: ['pep'] }),
      await profile({ name: 'Strict', threshold: 0.99 }),
    ];
    const entityId = await newPerson('Omar Hadad');
    await screen(entityId, wide);
    const found = await matchOf(entityId);
    expect(found).toMatchObject({ entryId: '1', state: 'open', isHit: true });
    for (const narrow of [exposed, strict]) {
      expect(await screen(entityId, narrow)).toMatchObject({ hits: 0, matches: [] });
      expect(await matchOf(entityId)).toEqual(found);
    }

    const decision = { decision: 'dismissed', reason: 'another person' };
    const decided = await call(`/screening-matches/${found.id}/decide`, decision);
    expect(decided.body).toMatchObject({ match: { state: 'dismissed', isHit: false } });
    const { screenings } = (await call(`/entities/${entityId}/screenings`)).body;
    expect(screenings[0]).toMatchObject({ reason: 'decided', profileId: strict, hits: 0, matchCount: 0 });
    await screen(entityId, exposed);
    expect(await matchOf(entityId)).toMatchObject({ id: found.id, state: 'dismissed' });
    expect(await screen(entityId, wide)).toMatchObject({
      hits: 0,
      matches: [{ matchId: found.id, state: 'dismissed' }],
    });

    await patch(`/entities/${entityId}`, { name: 'Olga Prokopenko' });
    await screen(entityId, strict);
    expect(await matchOf(entityId)).toMatchObject({ id: found.id });
    await screen(entityId, wide);
    expect(await matchOf(entityId)).toBeUndefined();

    await patch(`/entities/${entityId}`, { name: 'Omar Hadad' });
    await screen(entityId, wide);
    expect(await matchOf(entityId)).toMatchObject({ id: found.id });
    await patch(`/entities/${entityId}`, { name: 'Olga Prokopenko' });
    await screen(entityId, await profile({ name: 'As wide', threshold: 0.75 }));
    expect(await matchOf(entityId)).toBeUndefined();
  });

  it('are tried on entities already screened before they change', async () => {
    const made = await call('/screening-profiles', { name: 'Trial', lists: ['un_sc'] });
    const { id: profileId } = made.body.profile;
    const names = ['Omar Haddad', 'Yusuf Karimov', 'Anwar Tursunbek', 'Leonor Vasconcelos'];
    const ids = await Promise.all(names.map(newPerson));
    for (const id of ids) await screen(id, profileId);
    const attempt = (content: object) => call(`/screening-profiles/${profileId}/try`, content);
    const weak = (await attempt({ weakAliases: true, threshold: 0.75 })).body;
    expect(weak).toMatchObject({ screenings: 4, total: 4, isCut: false, hitsBefore: 2, hitsAfter: 3 });
    expect(weak.comes.hits).toMatchObject([{ entityId: ids[2], list: 'un_sc', entryId: '2', name: 'Anwar Tursunbek' }]);
    expect(weak.goes).toEqual({ total: 0, hits: [] });
    const none = (await attempt({ topics: ['pep'] })).body;
    expect([none.hitsAfter, none.comes.total, none.goes.hits.map(({ entityId }: Body) => entityId).sort()]).toEqual([
      0,
      0,
      ids.slice(0, 2).sort(),
    ]);
    expect((await attempt({ threshold: 0.5 })).status).toBe(400);
    expect((await attempt({ lists: ['un_sc', 'eu_fsf'] })).body.error.code).toBe('DATASET_NOT_LOADED');
    expect((await call(`/screening-profiles/${profileId}`)).body.profile.version).toBe(1);
    expect((await call(`/screening-profiles/${nobody}/try`, {})).status).toBe(404);
  });

  it('require a second approver for decisions on high scores', async () => {
    const rights = ['rules:read', 'rules:publish', 'alerts:resolve'];
    const [second, publisher] = [await createKeyWith(api(), ...rights), await createKeyWith(api(), 'rules:publish')];
    await api().pool.query(
      `update api_keys set created_by = $1 where id in (select id from api_keys where organization_id = $2 order by created_at desc limit 2)`,
      [nobody, api().production.organizationId],
    );
    await setDefault({ secondPersonFrom: 0.9 });
    const id = await newPerson('Yusuf Karimov');
    await screen(id);
    const { id: matchId } = await matchOf(id);
    const path = `/screening-matches/${matchId}/decide`;
    const asked = await call(path, { decision: 'dismissed', reason: 'Another person' });
    expect([asked.status, asked.body.approval.action]).toEqual([202, 'match_decision']);
    expect((await matchOf(id)).state).toBe('open');

    const approve = (key: string): Promise<TestResponse> =>
      call(`/rules/approvals/${asked.body.approval.id}/approve`, { comment: 'seen' }, { key });
    expect((await approve(api().production.key)).body.error.code).toBe('SELF_APPROVAL');
    expect((await approve(publisher)).body.error).toMatchObject({ requiredPermission: 'alerts:resolve' });
    expect((await approve(second)).status).toBe(200);
    expect(await matchOf(id)).toMatchObject({ state: 'dismissed', isHit: false });
    const { decisions } = (await call(`/screening-matches/${matchId}`)).body;
    expect(decisions).toHaveLength(1);
    expect(decisions[0].requestedBy.id).not.toBe(decisions[0].decidedBy.id);

    const again = { decision: 'confirmed', reason: 'After all', replaces: decisions[0].id };
    const expiresAt = new Date(Date.now() + 500).toISOString();
    const brief = await call(path, { ...again, expiresAt });
    await waitUntil(() => Date.parse(expiresAt) < Date.now());
    const over = await call(`/rules/approvals/${brief.body.approval.id}/approve`, {}, { key: second });
    expect([over.status, over.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(await matchOf(id)).toMatchObject({ state: 'dismissed' });
    const [one, other] = [await call(path, again), await call(path, again)];
    expect((await call(`/rules/approvals/${one.body.approval.id}/approve`, {}, { key: second })).status).toBe(200);
    const late = await call(`/rules/approvals/${other.body.approval.id}/approve`, {}, { key: second });
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'The approval is withdrawn: the match has been decided',
    ]);
    expect((await call('/rules/approvals?status=pending')).body.approvals).toEqual([]);

    const lax = (await call('/screening-profiles', { name: 'Without a second person', lists: ['un_sc'] })).body.profile
      .id;
    const another = await newPerson('Yusuf Karimov');
    await screen(another);
    await screen(another, lax);
    const otherPath = `/screening-matches/${(await matchOf(another)).id}/decide`;
    const dismissal = { decision: 'dismissed', reason: 'Born in another year' };
    const waiting = await call(otherPath, dismissal);
    expect(waiting.status).toBe(202);
    await patch(`/entities/${another}`, { entityData: { person: { dateOfBirth: '1971-02-03' } } });
    await screen(another);
    const stale = await call(`/rules/approvals/${waiting.body.approval.id}/approve`, {}, { key: second });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await matchOf(another)).state).toBe('open');
    expect((await call(otherPath, dismissal)).status).toBe(202);
    const known = await newPerson('Yusuf Karimov');
    await screen(known, lax);
    expect((await call(`/screening-matches/${(await matchOf(known)).id}/decide`, dismissal)).status).toBe(200);
    expect(await setDefault({ secondPersonFrom: null })).toMatchObject({ secondPersonFrom: null });
  });

  it.each(['sandbox', 'production'] as const)('screen own lists, in %s', async (environment) => {
    const { key } = api()[environment];
    const send = (path: string, body: object, method = 'POST') => call(path, body, { key, method });
    const items = [{ primaryValue: 'Zoraida Quimbaya', searchKeys: ['Zoraya Quimbaya Leal'] }];
    const made = await send('/data-lists', { name: 'Watched by us', type: 'sanctions', source: 'internal' });
    expect((await send(`/data-lists/${made.body.data.id}/items`, { items })).status).toBe(201);
    const profile = await send('/screening-profiles', { name: 'With own lists', lists: ['own'] });
    const profileId = profile.body.profile.id;
    const { entity } = (await send('/entities', { type: 'person', name: 'Zoraia Quimbaya Leal', countryCode: 'CO' }))
      .body;
    const screen = async () => (await send(`/entities/${entity.id}/screenings`, { profileId })).body.screening;
    expect(await screen()).toMatchObject({
      ...{ hits: 1, lists: ['own'], topics: ['sanction'] },
      matches: [{ list: 'own', name: 'Zoraida Quimbaya', explanation: { matchedName: { kind: 'alias' } } }],
    });
    const listed = async (list: string): Promise<number> =>
      (await api().call(`/screening-matches?entityId=${entity.id}&list=${list}`, { key })).body.pagination.total;
    expect([await listed('own'), await listed('sandbox,own'), await listed('un_sc')]).toEqual([1, 1, 0]);
    const named = await send('/screenings/batch', {
      profileId,
      names: [{ name: 'Quimbaya, Zoraida' }, { name: 'Ana Li' }],
    });
    expect(named.body.results.map(({ hits }: { hits: number }) => hits)).toEqual([1, 0]);
    await send(`/data-lists/${made.body.data.id}/status`, { status: 'inactive' }, 'PATCH');
    expect(await screen()).toMatchObject({ hits: 0, lists: [] });
  });

  it('use the test list in a sandbox, whatever lists they name', async () => {
    const { key, organizationId } = api().sandbox;
    const inSandbox = (path: string, body: object, method = 'POST') => call(path, body, { key, method });
    const changed = await inSandbox(`/screening-profiles/${organizationId}`, { lists: ['eu_fsf'] }, 'PATCH');
    expect(changed.body.profile).toMatchObject({ version: 2, lists: ['eu_fsf'] });
    const { entity } = (await inSandbox('/entities', { type: 'person', name: 'Omar Haddad', countryCode: 'BR' })).body;
    const { screening } = (await inSandbox(`/entities/${entity.id}/screenings`, {})).body;
    expect([screening.hits, Object.keys(screening.versions)]).toEqual([0, [sandboxList.code]]);
    const tried = await inSandbox(`/screening-profiles/${organizationId}/try`, { threshold: 0.9 });
    expect(tried.body).toMatchObject({ screenings: 1, hitsBefore: 0, hitsAfter: 0, profile: { lists: ['eu_fsf'] } });
    expect((await inSandbox(`/organizations/${organizationId}/reset`, {})).status).toBe(200);
    const { rows } = await api().pool.query('select from entity_screenings where organization_id = $1', [
      organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('reopen a match when its decision has expired', async () => {
    const id = await newPerson('Omar Haddad');
    await screen(id);
    const { id: matchId } = await matchOf(id);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const decided = { decision: 'dismissed', reason: 'Until the passport comes', expiresAt };
    await call(`/screening-matches/${matchId}/decide`, decided);
    const sweep = api().app.get(RestateDue);
    expect([await sweep.restate(), (await matchOf(id)).state]).toEqual([0, 'dismissed']);
    await expire(matchId);
    expect(await sweep.restate()).toBe(1);
    expect(await matchOf(id)).toMatchObject({
      state: 'open',
      isHit: true,
      changed: [{ field: 'expiresAt', current: null }],
    });
    expect(await sweep.restate()).toBe(0);
    const [newest] = (await call(`/entities/${id}/screenings`)).body.screenings;
    expect(newest).toMatchObject({ reason: 'decided', hits: 1 });
  });

  /** Makes the match expire as if the hour had passed. */
  async function expire(matchId: string): Promise<void> {
    await api().pool.query(
      `update screening_matches set decision_expires_at = now() - interval '1 minute', restate_at = now() - interval '1 minute'
       where id = $1`,
      [matchId],
    );
    await api().pool.query(`update match_decisions set expires_at = now() - interval '1 minute' where match_id = $1`, [
      matchId,
    ]);
  }

  it('keep of a deleted entity only the decision, who made it and the versions used', async () => {
    const name = 'Omar Haddad Quillfeather';
    const id = await newPerson(name);
    await setDefault({ threshold: 0.7, reviewFrom: 0.7 });
    await screen(id);
    const { id: matchId } = await matchOf(id);
    const reason = 'Quillfeather is another family';
    await call(`/screening-matches/${matchId}/decide`, { decision: 'dismissed', reason });
    expect((await call(`/entities/${id}`, undefined, { method: 'DELETE' })).status).toBe(200);
    for (const table of ['entity_screenings', 'screening_matches', 'match_decisions']) {
      const { rows } = await api().pool.query(`select from ${table} t where t::text ~* 'quillfeather'`);
      expect([table, rows.length]).toEqual([table, 0]);
    }
    const { rows } = await api().pool.query(
      'select decision, entry_id as entry, list_version as version, reason, party, fingerprint from match_decisions where entity_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { decision: 'dismissed', entry: '1', version: '1', reason: null, party: null, fingerprint: null },
    ]);
    expect((await call(`/entities/${id}/screenings`)).status).toBe(404);
    expect((await call(`/screening-matches/${matchId}`)).status).toBe(404);
    await call(`/entities/${id}/restore`, {});
    await screen(id);
    expect((await matchOf(id)).state).toBe('open');
  });
});
