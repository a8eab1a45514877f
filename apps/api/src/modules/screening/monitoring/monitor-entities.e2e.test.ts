import { bySystem } from '../../../platform/audit/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { findEntitiesById } from '../../parties/entities/index.js';
import { ReadProfiles, ScreenEntities } from '../screenings/index.js';
import { scoringVersion } from '@tamis/screening';
import { generateEntries } from '@tamis/testkit/watchlists';
import type { WatchlistEntry } from '@tamis/watchlists';

import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { MonitorEntities } from './use-cases/monitor-entities.js';

const code = 'sanctions_screening';
const route = `/marketplace/integrations/${code}`;

describe('monitored entities', () => {
  const api = useOwnTestApi({ WATCHLISTS: 'un_sc' });
  const { serve } = useListFiles();
  const others = [...generateEntries(1, 30)];
  let day = 1;
  /** Publishes the list as if on a different day each time. */
  const publish = (...entries: readonly WatchlistEntry[]) =>
    serve(api(), 'un_sc', [...entries, ...others], `2026-10-${String((day += 1)).padStart(2, '0')}`);
  const [ana, omar] = [listedPerson('1', 'Ana Lindqvist'), listedPerson('2', 'Omar Haddad')];

  /** Waits until all due entities were screened and the newest version was processed. */
  const settle = () =>
    waitUntil(async () => {
      await api().app.get(MonitorEntities).monitor();
      const { rows } = await api().pool.query(
        `select (select count(*) from entity_monitoring where is_due and is_active)
          + (select count(*) from monitoring_passes, watchlist_datasets where versions::json ->> 'un_sc' is distinct from current::text
              and organization_id = $1) as open`,
        [api().production.organizationId],
      );
      return Number(rows[0].open) === 0;
    });
  const person = async (name: string, more: object = {}): Promise<Body> => {
    const made = await api().call('/entities', { body: { type: 'person', name, countryCode: 'SE', ...more } });
    if (made.status !== 201) throw new Error(made.text);
    return made.body;
  };
  const monitor = (id: string, isActive = true, key?: string) =>
    api().call(`/entities/${id}/monitoring/${code}`, { method: 'PUT', body: { isActive }, ...(key && { key }) });
  const watched = async (name: string): Promise<string> => {
    const { entity } = await person(name);
    const { status, text } = await monitor(entity.id);
    if (status !== 200) throw new Error(text);
    return entity.id;
  };
  const shown = async (id: string): Promise<Body> => (await api().call(`/entities/${id}/monitoring`)).body;
  const hits = async (id: string): Promise<readonly Body[]> =>
    (
      await api().pool.query<Body>(
        `select payload::json as payload from outbox_events where event = 'monitoring.hit' and payload::json ->> 'entityId' = $1`,
        [id],
      )
    ).rows.map(({ payload }) => payload);
  const screenings = async (id: string): Promise<readonly string[]> =>
    (await api().call(`/entities/${id}/screenings`)).body['screenings'].map(
      ({ reason, hits: count }: Body) => `${reason} ${count}`,
    );
  const switchOn = (monitoringEnabled: boolean) =>
    api().call(route, { method: 'PUT', body: { enabled: true, monitoringEnabled } });

  beforeAll(async () => {
    await publish();
  });

  it('are those the organization enabled monitoring for, and others get a reason', async () => {
    const monitoring = { main: { [code]: { watchlist: true }, br_receita_cnpj: true } };
    const enrichments = { autoExecuteIntegrations: { enrichments: [code] } };
    const off = await person('Ada Quill', { monitoring });
    expect(off['monitoringIgnored']).toEqual([
      { code, reason: 'is not in autoExecuteIntegrations.enrichments' },
      { code: 'br_receita_cnpj', reason: 'is not an integration that supports monitoring' },
    ]);
    const id = off['entity'].id;
    expect(await monitor(id)).toMatchObject({ status: 403, body: { error: { code: 'INTEGRATION_NOT_ENABLED' } } });
    await switchOn(false);
    const unwatched = await person('Ada Quill', { monitoring, ...enrichments });
    expect(unwatched['monitoringIgnored'][0].reason).toContain('the organization has not enabled its monitoring');

    await switchOn(true);
    const on = await person('Bea Quill', { monitoring: { main: { [code]: true } }, ...enrichments });
    expect(on).not.toHaveProperty('monitoringIgnored');
    expect(await shown(on['entity'].id)).toMatchObject({
      dailyScreeningHitToday: false,
      integrations: [{ code, orgMonitoringEnabled: true, isActive: true, hasRow: true, monitoringOptOut: false }],
    });
    expect(await shown(id)).toMatchObject({
      integrations: [{ isActive: false, hasRow: false, watchlistUniqueId: null }],
    });
    expect((await monitor(id)).body).toMatchObject({ integrations: [{ isActive: true }] });
    expect((await monitor(id, false)).body).toMatchObject({
      integrations: [{ isActive: false, monitoringOptOut: true }],
    });
    const wrong = { main: { [code]: { watchlist: 'yes' } } };
    const refused = await api().call('/entities', {
      body: { type: 'person', name: 'X', countryCode: 'SE', monitoring: wrong },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { details: { [`monitoring.main.${code}`]: expect.any(String) } },
    });
    expect((await monitor('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await monitor(id, true, api().stranger.key)).status).not.toBe(200);
  });

  it('4.8: are monitored when an upsert that creates or updates a company requests it, as on creation', async () => {
    const company = { type: 'company', name: 'Casa Quill', countryCode: 'SE', externalId: 'quill' };
    const asked = { monitoring: { main: { [code]: { watchlist: true } } } };
    const upsert = async (more: object, options: object = {}): Promise<Body> =>
      (await api().call('/entities/upsert', { method: 'PUT', body: { entity: { ...company, ...more }, options } }))
        .body;
    const isWatched = async (id: string): Promise<boolean> => (await shown(id)).integrations[0].isActive;

    const created = await upsert(asked);
    const reason = 'is not in autoExecuteIntegrations.enrichments';
    expect(created).toMatchObject({ action: 'created', monitoringIgnored: [{ code, reason }] });
    const { id } = created['entity'];
    const wish = { ...asked, autoExecuteIntegrations: { enrichments: [code] } };
    await upsert(wish, { conflictResolution: 'manual_review' });
    expect(await isWatched(id)).toBe(false);
    const changed = await upsert(wish);
    expect(changed).toMatchObject({ action: 'updated', entity: { id } });
    expect(changed).not.toHaveProperty('monitoringIgnored');
    expect(await isWatched(id)).toBe(true);
    const other = await upsert({ ...wish, name: 'Usina Quill Norte', externalId: 'other' });
    expect(other).toMatchObject({ action: 'created' });
    expect(await isWatched(other['entity'].id)).toBe(true);
  });

  it('name the matrix that decides on hits: their first active one, or else the default', async () => {
    const matrix = async (name: string, more: object = {}): Promise<string> => {
      const made = await api().call('/risk-matrices', { body: { name, status: 'active', ...more } });
      return made.body.riskMatrix.id;
    };
    const off = { evaluationTriggers: [{ event: 'monitoring_hit', enabled: false }] };
    const [own, plain] = [await matrix('Own'), await matrix('Plain')];
    const [draft, without] = [await matrix('Draft', { status: 'draft' }), await matrix('Without', off)];
    const named = async (riskMatrixIds: readonly string[]): Promise<readonly unknown[]> => {
      const { entity } = await person('Vera Quill', { riskMatrixIds, skipRulesExecution: true });
      const [{ riskMatrixId, riskMatrixName }] = (await shown(entity.id)).integrations;
      return [riskMatrixId, riskMatrixName];
    };
    const defaults = (ids: readonly string[]) =>
      api().call('/risk-matrices/defaults', {
        method: 'PUT',
        body: { person: ids, company: [], transaction: [], userEvent: [] },
      });
    expect(await named([])).toEqual([null, null]);
    expect((await defaults([plain])).status).toBe(200);
    expect(await named([])).toEqual([plain, 'Plain']);
    expect(await named([without, draft, own])).toEqual([own, 'Own']);
    expect(await named([without])).toEqual([null, null]);
    await defaults([]);
  });

  it('are screened again after list changes, and report each hit once, with rules', async () => {
    await publishRule(api(), {
      source: `rule watched_hit "Watched" {\n  on person (monitoring_hit)\n  when entity.name != ""\n  then alert HIGH "is on a list"\n}\n`,
    });
    const [hit, clean] = [await watched('Ana Lindqvist'), await watched('Petra Nobody')];
    await settle();
    expect([await screenings(hit), await screenings(clean)]).toEqual([['requested 0'], ['requested 0']]);
    expect(await shown(hit)).toMatchObject({ integrations: [{ watchlistSearchName: 'Ana Lindqvist' }] });

    await publish(ana);
    await settle();
    expect([await screenings(hit), await screenings(clean)]).toEqual([
      ['list_changed 1', 'requested 0'],
      ['requested 0'],
    ]);
    expect(await hits(hit)).toEqual([
      {
        entityId: hit,
        integrationCode: code,
        matches: [{ matchId: expect.any(String), list: 'un_sc', entryId: '1', score: 1 }],
      },
    ]);
    expect(await shown(hit)).toMatchObject({ dailyScreeningHitToday: true });
    const alerts = await api().pool.query('select name from alerts where target_entity_id = $1', [hit]);
    expect(alerts.rows).toEqual([{ name: 'is on a list' }]);

    // Changes that concern others, and a new day, report nothing new.
    await publish(ana, omar);
    await settle();
    expect(await screenings(hit)).toHaveLength(2);
    expect(await hits(hit)).toHaveLength(1);

    await publish(omar);
    await settle();
    expect(await screenings(hit)).toEqual(['list_changed 0', 'list_changed 1', 'requested 0']);
    expect(await hits(hit)).toHaveLength(1);
  });

  it('are screened again when they or the profile change, and no longer once monitoring stops', async () => {
    const id = await watched('Somebody Else');
    await settle();
    await api().call(`/entities/${id}`, { method: 'PATCH', body: { name: 'Omar Hadad' } });
    await settle();
    expect(await screenings(id)).toEqual(['entity_changed 1', 'requested 0']);
    expect(await hits(id)).toHaveLength(1);
    const { organizationId } = api().production;
    const stricter = await api().call(`/screening-profiles/${organizationId}`, {
      method: 'PATCH',
      body: { threshold: 0.99, reason: 'fewer alerts' },
    });
    expect([stricter.status, stricter.text]).toEqual([200, expect.any(String)]);
    await waitUntil(async () => {
      await settle();
      return (await screenings(id)).length === 3;
    });
    expect((await screenings(id))[0]).toBe('profile_changed 0');

    await monitor(id, false);
    await publish(omar, listedPerson('3', 'Omar Hadad'));
    await settle();
    expect(await screenings(id)).toHaveLength(3);
    await api().call(`/entities/${id}`, { method: 'DELETE', body: { reason: 'asked to be forgotten' } });
    const { rows } = await api().pool.query('select 1 from entity_monitoring where entity_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('are screened with their own profile again after a screening with another profile', async () => {
    await publish(omar, listedPerson('5', 'Otto Watchwell'));
    const id = await watched('Otto Watchwell');
    await settle();
    const made = await api().call('/screening-profiles', { body: { name: 'Exposed only', topics: ['pep'] } });
    const { id: profileId } = made.body['profile'];
    const asked = await api().call(`/entities/${id}/screenings`, { body: { profileId } });
    expect(asked.body['screening']).toMatchObject({ hits: 0 });
    await settle();
    expect(await screenings(id)).toEqual(['requested 1', 'requested 0', 'requested 1']);
    const { body } = await api().call(`/screening-matches?entityId=${id}`);
    expect(body['matches']).toMatchObject([{ entryId: '5', isHit: true }]);
  });

  it('keep what a newer list says when a slower search of the previous one ends after it', async () => {
    await publish(omar);
    const id = await watched('Signe Overtaken');
    await settle();
    const screener = api().app.get(ScreenEntities);
    const { organizationId } = api().production;
    const client = api().app.get(TenantDatabase).forOrganization(organizationId);
    const entity = (await findEntitiesById(client, organizationId, [id])).get(id)!;
    const [slow] = await screener.search(
      [entity],
      await api().app.get(ReadProfiles).get(organizationId, organizationId),
    );
    await publish(omar, listedPerson('6', 'Signe Overtaken'));
    await settle();
    const subject = bySystem(organizationId, 'test');
    const stored = await api()
      .app.get(TenantDatabase)
      .transaction(organizationId, (transaction) =>
        screener.store(transaction, subject, slow!, { reason: 'requested' }),
      );
    expect(stored).toBeNull();
    expect(await screenings(id)).toEqual(['list_changed 1', 'requested 0']);
    const asked = await api().call(`/entities/${id}/screenings`, { body: {} });
    expect(asked.body['screening']).toMatchObject({ hits: 1 });
  });

  it('are screened again by another version of the scoring, although lists stay the same', async () => {
    await publish(omar, listedPerson('7', 'Vera Rescored'));
    const id = await watched('Vera Rescored');
    await settle();
    const { organizationId } = api().production;
    await api().pool.query(
      `update monitoring_passes set versions = replace(versions::text, '"#scoring":"${scoringVersion}"', '"#scoring":"0"')::json
       where organization_id = $1`,
      [organizationId],
    );
    await api().pool.query(`update entity_screenings set matches = '[]', hits = 0 where entity_id = $1`, [id]);
    await api().app.get(MonitorEntities).monitor();
    await settle();
    expect((await screenings(id)).at(0)).toBe('list_changed 1');
  });

  it('stay monitored while the profile excludes their type, and are screened once it includes it', async () => {
    const profile = `/screening-profiles/${api().production.organizationId}`;
    const change = (body: object) => api().call(profile, { method: 'PATCH', body });
    const id = await watched('Wanda Typewell');
    await settle();
    expect((await change({ entityTypes: ['company'] })).status).toBe(200);
    await settle();
    expect(await shown(id)).toMatchObject({ integrations: [{ isActive: true, monitoringOptOut: false }] });
    // Earlier results are not kept for these entities either.
    const { rows } = await api().pool.query('select party from entity_monitoring where entity_id = $1', [id]);
    expect(rows).toEqual([{ party: null }]);
    await publish(omar, listedPerson('4', 'Wanda Typewell'));
    await settle();
    expect(await screenings(id)).toEqual(['requested 0']);
    expect((await change({ entityTypes: ['person', 'company'] })).status).toBe(200);
    await settle();
    expect(await screenings(id)).toEqual(['profile_changed 1', 'requested 0']);
    expect(await hits(id)).toHaveLength(1);
  });

  it('are screened again after a change of an own list, and no others are', async () => {
    const patch = (path: string, body: object) => api().call(path, { method: 'PATCH', body });
    const { status } = await patch(`/screening-profiles/${api().production.organizationId}`, {
      lists: ['un_sc', 'own'],
    });
    expect(status).toBe(200);
    const [listed, clean] = [await watched('Zoraida Quimbaya'), await watched('Petra Valdivia')];
    await settle();
    const made = await api().call('/data-lists', { body: { name: 'By us', type: 'sanctions', source: 'internal' } });
    const list = `/data-lists/${made.body['data'].id}`;
    await api().call(`${list}/items`, { body: { items: [{ primaryValue: 'Zoraida Quimbaya' }] } });
    await settle();
    const before = ['list_changed 1', 'requested 0'];
    expect([await screenings(listed), await screenings(clean)]).toEqual([before, ['requested 0']]);
    expect(await hits(listed)).toMatchObject([{ matches: [{ list: 'own' }] }]);
    await patch(`${list}/status`, { status: 'inactive' });
    await settle();
    expect([await screenings(listed), await screenings(clean)]).toEqual([
      ['list_changed 0', ...before],
      ['requested 0'],
    ]);

    // The list is activated again, an entity is screened against it, and it is deactivated before any process has processed the change.
    await api().pool.query(
      `create function refuse_pass() returns trigger language plpgsql as $$ begin raise 'the process dies'; end $$;
       create trigger refuse_pass before update of profile_version on monitoring_passes for each row execute function refuse_pass()`,
    );
    await patch(`${list}/status`, { status: 'active' });
    await api().app.get(MonitorEntities).monitor();
    await patch(`/entities/${listed}`, { nationality: 'SE' });
    await waitUntil(async () => {
      await api().app.get(MonitorEntities).monitor();
      return (await screenings(listed))[0] === 'entity_changed 1';
    });
    await patch(`${list}/status`, { status: 'inactive' });
    await api().pool.query('drop function refuse_pass cascade');
    await settle();
    expect((await screenings(listed)).slice(0, 2)).toEqual(['list_changed 0', 'entity_changed 1']);
  });
});
