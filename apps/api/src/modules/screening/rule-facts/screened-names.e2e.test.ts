import { canonicalJson } from '@tamis/stdx';

import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { Watchlists } from '../watchlists/index.js';

const rule = (text: string): string => `rule listed "Listed" {
  on transaction (created)
  score 30
  when screenName(${text}).hits > 0
  then alert HIGH "{${text}} may be on a list"
}
`;

describe('screening of names in rules', () => {
  const api = useOwnTestApi({ WATCHLISTS: 'un_sc' });
  const { serve } = useListFiles();
  const [ivan, omar] = [listedPerson('1', 'Ivan Kuznetsov'), listedPerson('2', 'Omar Haddad')];
  let payments = 0;
  const pay = async (metadata: object): Promise<Body> => {
    payments += 1;
    const body = {
      ...{ externalId: `p-${payments}`, type: 'PAYMENT', amount: 10, currency: 'USD', originExternalId: 'ana' },
      ...{ transactedAt: `2026-09-07T12:00:${String(payments).padStart(2, '0')}Z`, metadata },
    };
    const paid = await api().call('/transactions', { body });
    if (!paid.body.rulesResult) throw new Error(paid.text);
    return paid.body.rulesResult;
  };
  const readsOf = async (evaluationId: string): Promise<Record<string, Body>> => {
    const { rows } = await api().pool.query<{ reads: string }>(
      `select reads::text as reads from evaluations where organization_id = $1 and id = $2`,
      [api().production.organizationId, evaluationId],
    );
    return JSON.parse(rows[0]!.reads) as Record<string, Body>;
  };
  const nameKey = (name: string) => canonicalJson({ kind: 'screenedName', name });
  const dryRun = (text: string) =>
    runDryRun(api(), { source: rule(text), from: '2026-09-01T00:00:00Z', to: '2026-09-30T00:00:00Z' });
  const warnings = async (): Promise<readonly string[]> => {
    const { body } = await api().call('/rules/validate', { body: { source: rule('transaction.metadata.payee') } });
    return (body.diagnostics as readonly Body[]).map(({ code, message }) => `${code} ${message}`);
  };
  let ruleId: string;
  let warned: readonly string[];
  let unloaded: Body;
  let hit: Body;
  beforeAll(async () => {
    const person = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' };
    expect((await api().call('/entities', { body: person })).status).toBe(201);
    ruleId = await publishRule(api(), { source: rule('transaction.metadata.payee') });
    warned = await warnings();
    unloaded = await pay({ payee: 'Ivan Kuznetsov', bank: 'Omar Haddad' });
    await serve(api(), 'un_sc', [ivan, omar]);
    hit = await pay({ payee: 'Kuznetsov, Iwan', bank: 'Omar Haddad', agent: 'Ivan Kuznetsov' });
  });

  it('is unknown while no list is loaded, never clean', async () => {
    expect(unloaded.alerts).toEqual([]);
    expect(await readsOf(unloaded.evaluationId)).toEqual({
      [nameKey('Ivan Kuznetsov')]: { cause: 'source_unavailable', detail: 'un_sc: not loaded' },
    });
    const { body } = await api().call(`/evaluations/${unloaded.evaluationId}`);
    expect(JSON.stringify(body)).toContain('source_unavailable');
  });

  it('gives a validation warning while a list is not loaded, and none afterwards', async () => {
    expect(warned).toContain('W1209 `screenName(…)` is never available: these lists are not loaded: un_sc');
    expect((await warnings()).filter((said) => said.startsWith('W1209'))).toEqual([]);
  });

  it('raises an alert for a listed counterparty, and records the list version in the evaluation', async () => {
    expect(hit.alerts).toMatchObject([{ title: 'Kuznetsov, Iwan may be on a list' }]);
    expect(await readsOf(hit.evaluationId)).toEqual({
      [nameKey('Kuznetsov, Iwan')]: {
        value: { hits: 1, lists: ['un_sc'], topScore: expect.any(Number) },
        watchlists: { un_sc: '1' },
      },
    });
    const explained = await api().call(`/evaluations/${hit.evaluationId}/explain`);
    expect(JSON.stringify(explained.body)).toContain('"watchlists":{"un_sc":"1"}');
    expect((await pay({ payee: 'Maria Souza' })).alerts).toEqual([]);
    expect((await pay({})).alerts).toEqual([]);
  });

  it('is included in a test made from an evaluation', async () => {
    const { body, text } = await api().call(`/evaluations/${hit.evaluationId}/test?ruleId=${ruleId}`);
    expect(text).toContain('given screenName');
    expect(body.source).toContain('"Kuznetsov, Iwan"');
  });

  it('replays equally after a newer list is loaded', async () => {
    await serve(api(), 'un_sc', [listedPerson('3', 'Maria Souza'), omar], '2026-10-04');
    for (const mode of ['inputs', 'recompute']) {
      const { body } = await api().call(`/evaluations/${hit.evaluationId}/replay`, { body: { mode } });
      expect([mode, body.equal, body.differences]).toEqual([mode, true, []]);
    }
    const same = await dryRun('transaction.metadata.payee');
    expect(same).toMatchObject({
      ...{ status: 'completed', exactness: { level: 'exact' } },
      alerts: { perDay: { baseline: 1, candidate: 1 } },
    });
  });

  it('uses the original list version in a dry run, and is unknown and counted where none was used', async () => {
    await pay({ payee: 'nobody', bank: 'Omar Haddad', agent: 'Ivan Kuznetsov' });
    const other = await dryRun('transaction.metadata.bank');
    expect(other).toMatchObject({
      status: 'completed',
      exactness: { level: 'approximate', reasons: [{ input: 'screenName', records: 1 }] },
      alerts: { perDay: { baseline: 1, candidate: 2 } },
    });
    // He is only on the first version.
    const agent = await dryRun('transaction.metadata.agent');
    expect(agent).toMatchObject({ exactness: { level: 'exact' }, alerts: { perDay: { baseline: 1, candidate: 1 } } });
  });

  it('does not hit for another country or birth date, and is unknown until a newer list was searched', async () => {
    const told = async (): Promise<Readonly<Record<string, unknown>>> => {
      const { evaluationId } = await pay({ payee: 'Lena Grauwolf' });
      const read = Object.entries(await readsOf(evaluationId)).map(([asked, { value, cause, detail }]) => {
        const { country = '', born = '' } = JSON.parse(asked) as { country?: string; born?: string };
        return [`${country}${born}`, value?.hits ?? `${cause}: ${detail}`] as const;
      });
      return Object.fromEntries(read);
    };
    const born = { births: [{ from: '1970-02-03', to: '1970-02-03' }], countries: ['BY'] };
    await serve(api(), 'un_sc', [listedPerson('5', 'Lena Grauwolf', born), omar], '2026-10-06');
    const name = 'screenName(transaction.metadata.payee';
    const source = (key: string, first: string, second: string): string =>
      `rule ${key} "${key}" {\n  on transaction (created)\n  when ${name}, ${first}).hits > 0 or ${name}, ${second}).hits > 5\n  then suggest FLAG\n}\n`;
    await publishRule(api(), { source: source('from', '"BY"', '"AR"') });
    await publishRule(api(), { source: source('born', '1970-02-03', '1991-11-30') });
    expect(await told()).toEqual({ '': 1, BY: 1, AR: 0, '1970-02-03': 1, '1991-11-30': 0 });

    await api().pool.query(`update watchlist_datasets set checked_at = now() - interval '60 hours'`);
    await api().app.get(Watchlists).refresh();
    expect((await told())['BY']).toBe('source_unavailable: un_sc: last checked 60 hours ago');
  });

  it('uses own lists as they were at that time, not as they are now', async () => {
    const change = (path: string, method: 'PATCH' | 'DELETE', body?: object) => api().call(path, { method, body });
    await change(`/screening-profiles/${api().production.organizationId}`, 'PATCH', { lists: ['own'] });
    const made = await api().call('/data-lists', { body: { name: 'By us', type: 'sanctions', source: 'internal' } });
    const list = `/data-lists/${made.body['data'].id}`;
    const add = async (primaryValue: string): Promise<string> =>
      (await api().call(`${list}/items`, { body: { items: [{ primaryValue }] } })).text;
    await add('Zoraida Quimbaya');
    await pay({ guest: 'Zoraida Quimbaya' });
    await pay({ guest: 'Zoraida Quimbaya' });
    const { items } = (await api().call(`${list}/items`)).body;
    expect((await change(`${list}/items/${items[0].id}`, 'DELETE')).status).toBeLessThan(300);
    await pay({ guest: 'Zoraida Quimbaya' });
    await pay({ guest: 'Petra Valdivia' });
    await add('Petra Valdivia');
    expect(await dryRun('transaction.metadata.guest')).toMatchObject({ alerts: { perDay: { candidate: 2 } } });
  });
});
