import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { seededRandom } from '@tamis/stdx';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';

import { createApp } from '../../../create-app.js';
import { readConfig } from '../../../platform/config/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import {
  type TestResponse,
  type Body,
  send,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';

/** The number of changes in one history: 50 with TAMIS_RUNS=6250. */
const { numRuns: changes, seed = 7 } = propertyRuns(8);
const isDeep = process.env['TAMIS_RUNS'] !== undefined;
const random = seededRandom(seed);
const below = (count: number): number => Math.floor(random() * count);

/** All variable parts of a rule appear in its alert: its key, its score and the parameter that all rules share. */
const source = (key: string, score: number): string => `rule ${key} "${key}" {
  on transaction (created)
  score ${score}
  when transaction.amount >= 0 USD and limit >= 1
  then alert LOW "${key} ${score} {limit}"
}
`;

const keys = ['one', 'two', 'three'] as const;

describe('rule set changes while payments flow through two servers', () => {
  let api: TestApi;
  let second: NestFastifyApplication;
  let url: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    api = await startOwnTestApi();
    const config = readConfig({ DATABASE_URL: api.pool.options.connectionString, PORT: '0', LOG: 'silent' });
    if (!config.ok) throw new Error(config.error.join());
    second = await createApp(config.value);
    await second.listen(0, '127.0.0.1');
    url = await second.getUrl();
    const body = { source: 'param limit = 1 between 1 and 1000\n', ifVersion: 0 };
    expect((await api.call('/rules/library', { method: 'PUT', body })).status).toBe(200);
    for (const [index, key] of keys.entries()) ids[key] = await publishRule(api, { source: source(key, index + 1) });
  });
  afterAll(async () => {
    await second?.close();
    await api?.stop();
  });

  let sent = 0;
  const pay = (at: 'here' | 'there'): Promise<TestResponse> => {
    const body = { externalId: `flow-${(sent += 1)}`, type: 'PAYMENT', amount: 10, currency: 'USD' };
    return at === 'here'
      ? api.call('/transactions', { body })
      : send(`${url}/transactions`, api.production.key, { body });
  };
  const read = async (path: string): Promise<Body> => {
    const answer = await api.call(path);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };
  const patch = (key: string, body: object): Promise<TestResponse> =>
    api.call(`/rules/${ids[key]}`, { method: 'PATCH', body: { reason: 'one of many', ...body } });

  let score = 10;
  const newSource = (key: string): string => source(key, (score += 1) % 100);
  const newest = async (key: string): Promise<number> => (await read(`/rules/${ids[key]}`)).rule.version;

  /** The operations that people perform on rules; each may have nothing to do, or be rejected. */
  const kinds: readonly ((key: string) => Promise<TestResponse>)[] = [
    (key) => patch(key, { source: newSource(key) }),
    async (key) => {
      await patch(key, { source: newSource(key), stage: true });
      return patch(key, { status: 'shadow', version: await newest(key) });
    },
    async (key) => patch(key, { status: 'active', version: await newest(key) }),
    (key) => patch(key, { status: 'inactive' }),
    async () => {
      const { ruleSets } = await read('/rule-sets');
      const { number } = ruleSets[below(ruleSets.length)];
      return api.call(`/rule-sets/${number}/activate`, { body: { reason: 'one of many' } });
    },
    async (key) => {
      const files = [{ name: `${key}.rules`, source: newSource(key) }];
      const { planId } = (await api.call('/rules/plan', { body: { files } })).body;
      await api.call('/rules/apply', { body: { planId, reason: 'one of many' } });
      return patch(key, { status: 'active', version: await newest(key) });
    },
    () => api.call('/rules/params/limit', { method: 'PATCH', body: { value: 1 + below(999), reason: 'one of many' } }),
  ];

  /** Returns the expected result of a set for any payment, derived from the texts of its rules. */
  const sets = new Map<string, Promise<Body>>();
  async function expectedOf(version: string): Promise<Body> {
    const { ruleSet } = await read(`/rule-sets/${version}`);
    const rules = await Promise.all(
      ruleSet.rules.map(async ({ ruleId, version: number, status }: Body) => {
        const { rule } = await read(`/rules/${ruleId}/versions/${number}`);
        return { status, key: rule.key, score: rule.score };
      }),
    );
    const active = rules.filter(({ status }) => status === 'active');
    return {
      // Version numbers are excluded: restored content has new numbers, but is the same set.
      hits: rules.map((rule) => `${rule.key} ${rule.score} ${rule.status}`).sort(),
      titles: active.map((rule) => `${rule.key} ${rule.score} ${ruleSet.params.limit}`).sort(),
      totalScore: active.reduce((sum, rule) => sum + (rule.score as number), 0),
    };
  }
  async function checkResponse({ status, body, text }: TestResponse): Promise<void> {
    if (status !== 201) throw new Error(text);
    const { ruleSetVersion, alerts } = body.rulesResult;
    expect(ruleSetVersion).toMatch(/^rs_[0-9a-f]{64}$/);
    const expected = sets.get(ruleSetVersion) ?? expectedOf(ruleSetVersion);
    sets.set(ruleSetVersion, expected);
    const { rulesHit, totalScore } = body.rulesExecutionSummary;
    expect({
      hits: rulesHit.map((hit: Body) => `${hit.ruleKey} ${hit.score} ${hit.status}`).sort(),
      titles: alerts.map(({ title }: Body) => title).sort(),
      totalScore,
    }).toEqual(await expected);
  }

  it(
    'names one rule set in every response, and applies a change to the very next payment',
    async () => {
      const answers: TestResponse[] = [];
      let flowing = true;
      const flow = async (at: 'here' | 'there'): Promise<void> => {
        while (flowing) answers.push(await pay(at));
      };
      const flows = [flow('here'), flow('there')];
      let done = 0;
      let longestMs = 0;
      try {
        for (let change = 0; change < changes; change += 1) {
          const answer = await kinds[below(kinds.length)]!(keys[below(keys.length)]!);
          if (answer.status >= 500) throw new Error(answer.text);
          if (answer.status < 300) done += 1;
          const { ruleSet } = await read('/rule-sets/active');
          const startMs = performance.now();
          const next = await Promise.all([pay('here'), pay('there')]);
          longestMs = Math.max(longestMs, performance.now() - startMs);
          for (const { body } of next) expect(body.rulesResult.ruleSetVersion).toBe(ruleSet.version);
          answers.push(...next);
        }
      } finally {
        flowing = false;
        await Promise.all(flows);
      }
      expect(done).toBeGreaterThan(changes / 3);
      for (const answer of answers) await checkResponse(answer);
      expect(sets.size).toBeGreaterThan(1);
      if (isDeep)
        process.stdout.write(
          `${changes} changes, ${done} of them took effect; ${answers.length} answers of ${sets.size} rule sets; ` +
            `at most ${Math.round(longestMs)} ms until both servers had decided by a change (seed ${seed})\n`,
        );
    },
    propertyTimeoutMs,
  );
});
