import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { partSeed, wholeOrPart } from '@tamis/testkit';

import { type KillableServer, serverOfFakeProviders, startFaking } from '../../../../test/support/killable-server.js';
import {
  cnpjOf,
  companyPartner,
  personPartner,
  registered,
  type RegisterSource,
  startRegister,
} from '../../../../test/support/register-source.js';
import type { Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { switchOn, topUp } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const kills = wholeOrPart(50, 3);

/** Number of register responses that a run of a root requires: for itself and three partners. */
const responsesOfRun = 4;

/** Returns a number between 0 and 1 that is always the same for one seed. */
const seeded = (n: number): number => Math.abs(Math.sin((n + 1) * 57.31 + partSeed) * 43758.5453) % 1;

const preload = fileURLToPath(new URL('../../../../test/support/fake-register.mjs', `file://${__filename}`));
const settings = { NODE_OPTIONS: `${serverOfFakeProviders['NODE_OPTIONS']} --import=${preload}` };

describe('design 8.1, 23: concurrent runs of two companies with shared partners, in two processes', () => {
  const api = useOwnTestApi();
  let register: RegisterSource;
  let servers: KillableServer[] = [];
  const ask = async (path: string, request: Call = {}): Promise<TestResponse> => {
    for (let n = 0; ; n += 1) {
      const answer = await servers[n % 2]!.ask(path, request);
      if (answer && answer.status !== 503) return answer;
      await sleep(20);
    }
  };
  beforeAll(async () => {
    register = await startRegister();
    await topUp(api(), 10_000_000);
    await api().app.close();
    servers = await Promise.all([startFaking(api(), settings), startFaking(api(), settings)]);
    await switchOn({ ...api(), call: ask }, 'br_receita_cnpj', register.baseUrl);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await register?.close();
  });

  const count = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    (await api().pool.query<{ n: number }>(`select count(*)::int as n from ${text}`, [...values])).rows[0]!.n;

  /**
   * Creates two roots with four partners each, two of which they share, and a cycle among these; below them are people, one of them twice.
   */
  function registerGraph(seed: number): readonly string[] {
    const [a, b, p, q, r, s] = Array.from({ length: 6 }, (_, n) => cnpjOf(1_000 + seed * 10 + n)) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const digits = (n: number): string => String(100_000 + seed * 10 + n);
    const shared = personPartner(`SHARED DA SILVA ${seed}`, digits(1));
    const lists: Readonly<Record<string, readonly object[]>> = {
      [a]: [companyPartner(p), companyPartner(q), companyPartner(r), shared],
      [b]: [companyPartner(p), companyPartner(q), companyPartner(s), shared],
      [p]: [companyPartner(q), personPartner(`ONE DE SOUZA ${seed}`, digits(2))],
      [q]: [companyPartner(p), companyPartner(a)],
      [r]: [personPartner(`TWO DE SOUZA ${seed}`, digits(3))],
      [s]: [companyPartner(b), shared],
    };
    for (const [cnpj, partners] of Object.entries(lists))
      register.companies.set(cnpj, registered(cnpj, partners as readonly Readonly<Record<string, unknown>>[]));
    return [a, b];
  }

  it('creates no entity or relationship twice, whatever process dies, and counts what was created', async () => {
    for (let seed = 0; seed < kills; seed += 1) {
      register.delayMs = Math.round(seeded(seed + 0.3) * 20);
      const before = { entities: await count('entities'), edges: await count('relationships') };
      const ids: string[] = [];
      for (const taxId of registerGraph(seed)) {
        const body = { type: 'company', name: `Root ${taxId}`, countryCode: 'BR', taxId };
        ids.push((await ask('/entities', { body })).body.entity.id as string);
      }
      const begin = async (id: string, at: number): Promise<void> => {
        const body = { runEnrichmentFirst: true, depth: 2 };
        const answer = await servers[at]!.ask(`/entities/${id}/relationships/materialize`, { body });
        if (answer?.status !== 202) await ask(`/entities/${id}/relationships/materialize`, { body });
      };
      const victim = seed % 2;
      const answers = holdAfter(Math.floor(seeded(seed) * responsesOfRun));
      const begun = Promise.all(ids.map(begin));
      await waitUntil(async () => answers.areHeld() && (await openRuns([ids[victim]!])) === 1);
      await sleep(seeded(seed + 0.6) * 40);
      await servers[victim]!.kill();
      expect([seed, await openRuns([ids[victim]!])]).toEqual([seed, 1]);
      answers.release();
      servers[victim] = await startFaking(api(), settings);
      await begun;
      while ((await openRuns(ids)) > 0) {
        await expireLeases();
        await sleep(500);
      }
      const { rows } = await api().pool.query<{ created: number; related: number; problem: object | null }>(
        `select sum(json_array_length(outcome -> 'created'))::int as created, sum((outcome ->> 'relationshipsCreated')::int)::int as related,
           json_agg(problem) filter (where problem is not null) as problem
         from materialize_runs where root_entity_id = any($1)`,
        [ids],
      );
      // p, q, r, s and three people; 8 relationships of the roots, 5 below them, and 2 of s.
      const made = {
        created: (await count('entities')) - before.entities - 2,
        related: (await count('relationships')) - before.edges,
        problem: null,
      };
      expect([seed, rows[0]]).toEqual([seed, made]);
      expect([seed, made]).toEqual([seed, { created: 7, related: 15, problem: null }]);
    }
    const doubled = await api().pool.query(
      `select normalized_tax_id from entities where normalized_tax_id is not null group by 1 having count(*) > 1
       union all select name from entities where type = 'person' group by 1 having count(*) > 1`,
    );
    expect(doubled.rows).toEqual([]);
    expect(await count('materialize_nodes')).toBe(0);
  }, 1_800_000);

  const openRuns = (ids: readonly string[]): Promise<number> =>
    count('materialize_runs where finished_at is null and root_entity_id = any($1)', [ids]);

  /**
   * Makes the register answer for a number of companies, and then block until it is released: no run can end, so that the process is killed
   * during it.
   */
  function holdAfter(answered: number): { areHeld: () => boolean; release: () => void } {
    let asked = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    register.held = () => ((asked += 1) > answered ? released : Promise.resolve());
    return { areHeld: () => asked > answered, release };
  }

  /** Expires the leases of the killed process, which it has not renewed for a while. Those held by others now are left alone. */
  const expireLeases = async (): Promise<void> => {
    const due: readonly (readonly [table: string, condition: string])[] = [
      ['materialize_runs', `finished_at is null and leased_until < now() + interval '27 seconds'`],
      ['enrichment_executions', `state in ('queued', 'running') and created_at < now() - interval '2 seconds'`],
    ];
    for (const [table, condition] of due)
      await api().pool.query(
        `update ${table} set leased_until = now() - interval '1 second'
         where id in (select id from ${table} where ${condition} and leased_until > now() order by id for update skip locked)`,
      );
  };
});
