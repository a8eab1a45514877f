import { seededRandom } from '@tamis/stdx';
import type { WatchlistEntry } from '@tamis/watchlists';

import { bySystem } from '../../../platform/audit/index.js';
import { startKillable } from '../../../../test/support/killable-server.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { ScreenEntities } from '../screenings/index.js';
import { MonitorEntities } from './use-cases/monitor-entities.js';

const code = 'sanctions_screening';
const settings = { WATCHLISTS: 'un_sc', LOG: 'silent' };
const first = ['Ivan', 'Iwan', 'Omar', 'Ana', 'Anna', 'Petra'];
const last = ['Petrov', 'Petrow', 'Haddad', 'Hadad', 'Lindqvist', 'Lindqwist'];

/** The stored form of a match in a screening. */
type Shown = { readonly matchId: string; readonly isHit: boolean; readonly state: string };

describe('monitoring with killed processes', () => {
  const api = useOwnTestApi(settings);
  const { serve } = useListFiles();
  const random = seededRandom(26);
  const below = (count: number) => Math.floor(random() * count);
  const name = () => `${first[below(first.length)]} ${last[below(last.length)]}`;
  const entries = new Map<string, WatchlistEntry>();
  let day = 0;

  const publish = () => {
    for (let n = 0; n < 4; n += 1) {
      const id = String(below(30));
      entries.set(id, listedPerson(id, name()));
    }
    day += 1;
    return serve(api(), 'un_sc', entries.values(), `2026-10-${String(day).padStart(2, '0')}`);
  };
  const settle = () =>
    waitUntil(async () => {
      await endLeases();
      await api().app.get(MonitorEntities).monitor();
      const { rows } = await api().pool.query(
        `select (select count(*) from entity_monitoring where is_due and is_active)
          + (select count(*) from monitoring_passes, watchlist_datasets where versions ->> 'un_sc' is distinct from current::text) as open`,
      );
      return Number(rows[0].open) === 0;
    });
  /**
   * Ends the leases of a process that no longer exists, because the test does not wait for them. Rows in use are skipped until the next
   * call.
   */
  const endLeases = () =>
    api().pool.query(
      `update entity_monitoring set leased_until = now() where ctid in (select ctid from entity_monitoring for update skip locked);
      update monitoring_passes set leased_until = now() where ctid in (select ctid from monitoring_passes for update skip locked)`,
    );

  it('finds the same as a full screening, and reports each hit once', async () => {
    const { organizationId } = api().production;
    for (let id = 0; id < 30; id += 1) entries.set(String(id), listedPerson(String(id), name()));
    await publish();
    const body = { enabled: true, monitoringEnabled: true };
    await api().call(`/marketplace/integrations/${code}`, { method: 'PUT', body });
    const people: string[] = [];
    for (let n = 0; n < 16; n += 1) {
      const { entity } = (await api().call('/entities', { body: { type: 'person', name: name(), countryCode: 'SE' } }))
        .body;
      people.push(entity.id);
      const put = { method: 'PUT', body: { isActive: true } };
      expect((await api().call(`/entities/${entity.id}/monitoring/${code}`, put)).status).toBe(200);
    }
    for (let kill = 0; kill < 3; kill += 1) {
      const other = await startKillable(api(), settings);
      await publish();
      for (let n = 0; n < 3; n += 1)
        await api().call(`/entities/${people[below(people.length)]}`, { method: 'PATCH', body: { name: name() } });
      await new Promise((resolve) => setTimeout(resolve, below(300)));
      await other.kill();
      if (kill % 2 === 0) await publish();
      await settle();
      const screenings = api().app.get(ScreenEntities);
      const subject = bySystem(organizationId, 'test');
      for (const id of people) {
        const full = await screenings.screen(subject, id, { reason: 'requested', onlyChanged: true });
        expect([id, full.isNew]).toEqual([id, false]);
      }
    }
    const { rows: told } = await api().pool.query<{ readonly id: string }>(
      `select m ->> 'matchId' as id from outbox_events, json_array_elements(payload::json -> 'matches') m where event = 'monitoring.hit'`,
    );
    expect(told.length).toBeGreaterThan(5);
    expect(told.map(({ id }) => id).sort()).toEqual((await begunHits(people)).sort());
  }, 300_000);

  /** Returns every start of a hit for a match, according to the stored screenings. */
  async function begunHits(people: readonly string[]): Promise<string[]> {
    const begun: string[] = [];
    for (const id of people) {
      const { rows } = await api().pool.query<Body>(
        'select matches::text as matches from entity_screenings where entity_id = $1 order by arrival',
        [id],
      );
      let before = new Set<string>();
      for (const { matches } of rows) {
        const open = (JSON.parse(matches) as readonly Shown[]).filter(({ isHit, state }) => isHit && state === 'open');
        begun.push(...open.filter(({ matchId }) => !before.has(matchId)).map(({ matchId }) => matchId));
        before = new Set(open.map(({ matchId }) => matchId));
      }
    }
    return begun;
  }
});
