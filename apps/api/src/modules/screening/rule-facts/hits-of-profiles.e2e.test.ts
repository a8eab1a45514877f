import { generateEntries } from '@tamis/testkit/watchlists';

import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const source = `rule listed "Listed" {
  on transaction (created)
  when screening(origin).hits > 0 and origin.sanctionHits > 0
  then alert HIGH "{screening(origin).topScore}"
}
`;

describe('hits of several screening profiles', () => {
  const api = useOwnTestApi({ WATCHLISTS: 'un_sc,eu_fsf' });
  const { serve } = useListFiles();
  const call = (path: string, body?: object, more: object = {}): Promise<TestResponse> =>
    api().call(path, { ...(body && { body }), ...more });
  const profile = async (content: object): Promise<string> => {
    const { status, body, text } = await call('/screening-profiles', content);
    if (status !== 201) throw new Error(text);
    return body.profile.id;
  };
  const newPerson = async (name: string): Promise<string> =>
    (await call('/entities', { type: 'person', name, countryCode: 'BR' })).body.entity.id;
  const screen = async (entityId: string, profileId?: string): Promise<Body> => {
    const { status, body, text } = await call(`/entities/${entityId}/screenings`, { profileId });
    if (status !== 201) throw new Error(text);
    return body.screening;
  };
  const matchOf = async (entityId: string): Promise<Body> =>
    (await call(`/screening-matches?entityId=${entityId}&list=un_sc`)).body.matches[0];
  let payments = 0;
  const alertsFor = async (originEntityId: string): Promise<number> => {
    payments += 1;
    const payment = {
      externalId: `p-${payments}`,
      type: 'PAYMENT',
      amount: 10,
      currency: 'USD',
      transactedAt: '2026-09-07T12:00:00Z',
    };
    const paid = await call('/transactions', { ...payment, originEntityId });
    if (!paid.body.rulesResult) throw new Error(paid.text);
    return paid.body.rulesResult.alerts.length;
  };

  const others = [...generateEntries(31, 30)];
  let profiles: Readonly<Record<'european' | 'strict', string>>;

  beforeAll(async () => {
    await serve(api(), 'un_sc', [listedPerson('1', 'Omar Haddad'), listedPerson('2', 'Yusuf Karimov'), ...others]);
    const elsewhere = ['Ingrid Solbakken', 'Tomasz Wieczorek'].map((name, at) => listedPerson(`9${at}`, name));
    await serve(
      api(),
      'eu_fsf',
      elsewhere.map((entry) => ({ ...entry, dataset: 'eu_fsf' })),
    );
    await publishRule(api(), { source });
    profiles = {
      european: await profile({ name: 'European', lists: ['eu_fsf'] }),
      strict: await profile({ name: 'Strict', threshold: 0.99, reviewFrom: 0.7 }),
    };
  });

  it('are all seen by rules, whichever profile screened the entity last', async () => {
    const id = await newPerson('Omar Hadad');
    expect((await screen(id)).hits).toBe(1);
    expect(await screen(id, profiles.european)).toMatchObject({ hits: 0, matches: [] });
    expect(await alertsFor(id)).toBe(1);

    const decision = { decision: 'dismissed', reason: 'another person' };
    expect((await call(`/screening-matches/${(await matchOf(id)).id}/decide`, decision)).status).toBe(200);
    expect(await alertsFor(id)).toBe(0);
  });

  it('remain hits when a stricter profile finds them too', async () => {
    const id = await newPerson('Omar Hadad');
    await screen(id);
    const strict = await screen(id, profiles.strict);
    expect(strict).toMatchObject({ hits: 0, topScore: 0, matches: [{ list: 'un_sc', isHit: false }] });
    expect(await matchOf(id)).toMatchObject({ isHit: true, screeningId: strict.id });
    expect(await alertsFor(id)).toBe(1);

    await call(`/entities/${id}`, { name: 'Olga Prokopenko' }, { method: 'PATCH' });
    await screen(id, profiles.european);
    expect(await alertsFor(id)).toBe(1);
    expect((await screen(id)).hits).toBe(0);
    expect([await matchOf(id), await alertsFor(id)]).toEqual([undefined, 0]);
  });

  it('end for a profile that no longer finds them, and remain for another', async () => {
    const id = await newPerson('Omar Haddad');
    const own = await profile({ name: 'Own', lists: ['un_sc'], threshold: 0.75 });
    await screen(id);
    await screen(id, own);
    const changed = await call(`/screening-profiles/${own}`, { lists: ['eu_fsf'] }, { method: 'PATCH' });
    expect(changed.status).toBe(200);
    expect((await screen(id, own)).hits).toBe(0);
    expect([(await matchOf(id)).isHit, await alertsFor(id)]).toEqual([true, 1]);
  });

  it('end for all profiles once their entry is no longer listed', async () => {
    const [id, renamed] = [await newPerson('Omar Hadad'), await newPerson('Yusuf Karimof')];
    const wide = await profile({ name: 'Wide', lists: ['un_sc'], threshold: 0.7 });
    for (const each of [id, renamed]) expect((await screen(each, wide)).hits).toBe(1);
    await call(`/entities/${renamed}`, { name: 'Olga Prokopenko' }, { method: 'PATCH' });
    await serve(api(), 'un_sc', [listedPerson('2', 'Yusuf Karimov'), ...others], '2026-10-04');
    const exact = await profile({ name: 'Exact', threshold: 0.99 });
    for (const each of [id, renamed]) expect((await screen(each, exact)).hits).toBe(0);
    expect([await matchOf(id), await alertsFor(id)]).toEqual([undefined, 0]);
    expect([(await matchOf(renamed)).isHit, await alertsFor(renamed)]).toEqual([true, 1]);
  });
});
