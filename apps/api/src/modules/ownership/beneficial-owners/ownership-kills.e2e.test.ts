import { seededRandom } from '@tamis/stdx';

import { startKillable } from '../../../../test/support/killable-server.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwners } from '../../../../test/support/use-owners.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { RecomputeOwnership } from './use-cases/recompute-ownership.js';

/** By company: its newest version, and the owners in it. */
type Known = Readonly<Record<string, readonly [version: number, owners: readonly string[]]>>;

describe('ownership computation under killed processes', () => {
  const api = useOwnTestApi();
  const { send, person, company, own, settle, read } = useOwners(api);
  const random = seededRandom(27);
  const below = (count: number) => Math.floor(random() * count);

  it('matches the final shares, with each state stored once', async () => {
    const people = [await person('Ana'), await person('Bo'), await person('Cy')];
    const companies: string[] = [];
    for (let n = 0; n < 8; n += 1) companies.push(await company(`Company ${n}`));
    const shares = new Map<string, string>();
    const changeSomething = async (): Promise<void> => {
      const owned = companies[below(companies.length)]!;
      const all = [...people, ...companies].filter((id) => id !== owned);
      const owner = all[below(all.length)]!;
      const key = `${owner} ${owned}`;
      const strength = below(30) / 100;
      const known = shares.get(key);
      if (known === undefined) shares.set(key, await own(owner, owned, strength));
      else if (below(3) === 0) {
        await api().call(`/relationships/${known}`, { method: 'DELETE' });
        shares.delete(key);
      } else await send(`/relationships/${known}`, { strength }, 'PATCH');
    };
    for (let kill = 0; kill < 3; kill += 1) {
      const other = await startKillable(api(), { LOG: 'silent' });
      for (let n = 0; n < 12; n += 1) await changeSomething();
      await new Promise((resolve) => setTimeout(resolve, below(150)));
      await other.kill();
      await takeOver();
      const found = await knownOf(companies);
      // Computing everything again from only the shares gives the same result.
      await api().pool.query(
        'insert into ownership_changes (organization_id, entity_id) select organization_id, id from entities',
      );
      await settle();
      expect(await knownOf(companies)).toEqual(found);
      expect(Object.values(found).filter(([version]) => version > 0).length).toBeGreaterThan(3);
    }
    const { rows } = await api().pool.query<{ readonly gaps: number }>(
      `select (max(version) - count(*))::int as gaps from ownership_facts group by entity_id`,
    );
    expect(rows.filter(({ gaps }) => gaps !== 0)).toEqual([]);
  }, 300_000);

  const knownOf = async (companies: readonly string[]): Promise<Known> => {
    const found: Record<string, Known[string]> = {};
    for (const id of companies) {
      const { version, owners, knownPercent } = await read(id);
      const texts = (owners as readonly Body[]).map(
        ({ entity, leastPercent, mostPercent }) => `${entity.name} ${leastPercent}-${mostPercent}`,
      );
      found[id] = [version ?? 0, [...texts, knownPercent]];
    }
    return found;
  };

  /** Ends the leases of a process that no longer exists, so that the test need not wait for them. */
  const takeOver = () =>
    waitUntil(async () => {
      await api().pool.query('update ownership_dues set leased_until = now()');
      await settleOnce();
      const { rows } = await api().pool.query('select from ownership_dues union all select from ownership_changes');
      return rows.length === 0;
    });
  const settleOnce = () => api().app.get(RecomputeOwnership).recompute();
});
