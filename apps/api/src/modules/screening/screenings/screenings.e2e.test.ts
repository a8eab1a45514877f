import { generateEntries } from '@tamis/testkit/watchlists';
import type { WatchlistEntry } from '@tamis/watchlists';

import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const lists = ['un_sc', 'eu_fsf'];
const born = (day: string) => [{ from: day, to: day }];
const strangers = ['Ingrid Solbakken', 'Tomasz Wieczorek', 'Amina Benkirane', 'Rui Nakashima'].map((name, at) =>
  listedPerson(`9${at}`, name),
);

/** Enough entries that the removal of one of them is accepted as plausible. */
const many = [...generateEntries(26, 30)];

/** A person on both lists, which use the same UN number. */
const omar = (more: Partial<WatchlistEntry> = {}): WatchlistEntry =>
  listedPerson('6908555', 'Omar Haddad', { referents: ['un:QDI.001'], ...more });
const omarOfEu = (): WatchlistEntry => ({ ...omar(), id: 'EU.27.28', dataset: 'eu_fsf' });
const yusuf = (more: Partial<WatchlistEntry> = {}): WatchlistEntry => listedPerson('6908600', 'Yusuf Karimov', more);
const elena = (more: Partial<WatchlistEntry> = {}): WatchlistEntry => listedPerson('6908700', 'Elena Petrova', more);

describe('screenings', () => {
  const api = useOwnTestApi();
  const { serve } = useListFiles();
  let screener: string;
  const call = (path: string, body?: object, more: object = {}): Promise<TestResponse> =>
    api().call(path, { ...(body && { body }), ...more });
  const patch = (path: string, body: object): Promise<TestResponse> => call(path, body, { method: 'PATCH' });
  const defaultProfile = (): string => `/screening-profiles/${api().production.organizationId}`;

  const newPerson = async (name: string, person: object = {}): Promise<string> => {
    const made = await call('/entities', { type: 'person', name, countryCode: 'BR', entityData: { person } });
    return made.body.entity.id as string;
  };
  const screen = async (entityId: string, body: object = {}): Promise<Body> => {
    const { status, body: screened } = await call(`/entities/${entityId}/screenings`, body);
    if (status !== 201) throw new Error(JSON.stringify(screened));
    return screened.screening;
  };
  const matchOf = async (entityId: string, list = 'un_sc'): Promise<Body> =>
    (await call(`/screening-matches?entityId=${entityId}&list=${list}`)).body.matches[0];
  const decide = (matchId: string, body: object = {}): Promise<TestResponse> =>
    call(`/screening-matches/${matchId}/decide`, { decision: 'dismissed', reason: 'Another person', ...body });

  beforeAll(async () => {
    await serve(api(), 'un_sc', [omar(), yusuf(), elena(), ...strangers, ...many]);
    await serve(api(), 'eu_fsf', [omarOfEu(), ...strangers.map((each) => ({ ...each, dataset: 'eu_fsf' }))]);
    expect((await patch(defaultProfile(), { lists })).status).toBe(200);
    screener = await createKeyWith(api(), 'enrichments:execute', 'entities:create');
  });

  it('counts a person on two lists as one hit, and explains each match with scores that add up', async () => {
    const id = await newPerson('Omar Hadad');
    const screening = await screen(id);
    expect(screening).toMatchObject({ hits: 1, lists: ['eu_fsf', 'un_sc'], reason: 'requested', profileVersion: 2 });
    expect(screening.versions).toEqual({ eu_fsf: '1', un_sc: '1' });
    expect(screening.matches.map(({ list, cluster }: Body) => [list, cluster])).toEqual([
      ['eu_fsf', screening.matches[1].cluster],
      ['un_sc', screening.matches[0].cluster],
    ]);
    const read = (await call(`/entities/${id}/screenings/${screening.id}`)).body.screening;
    expect(read).toEqual(screening);
    const { explanation } = read.matches[0];
    const points = explanation.because.reduce((sum: number, each: Body) => sum + each.points, 0);
    expect(points - explanation.leftOver.cost - explanation.legalFormCost).toBeCloseTo(explanation.nameScore, 6);
    expect(explanation.because.map(({ ours, theirs }: Body) => `${ours} ${theirs}`)).toEqual(
      expect.arrayContaining(['umar umar', 'hadad haddad']),
    );
    expect(read.topScore).toBe(read.matches[0].score);
    const history = (await call(`/entities/${id}/screenings`)).body.screenings;
    expect(history.map((each: Body) => [each.id, each.matchCount])).toEqual([[screening.id, 2]]);
  });

  it('returns no hits when nobody is listed', async () => {
    const screening = await screen(await newPerson('Marcela Quintanilha Duarte'));
    expect(screening).toMatchObject({ hits: 0, topScore: 0, lists: [], matches: [] });
  });

  it('reopens exactly the matches that a newer list changes', async () => {
    const people = ['Yusuf Karimov', 'Elena Petrova', 'Yusuf Karimov', 'Elena Petrova'];
    const ids = await Promise.all(people.map((name) => newPerson(name)));
    const others = await Promise.all(
      Array.from({ length: 40 }, (_, at) => newPerson(`Carolina Siqueira Prado ${'abcdefghij'[at % 10]!.repeat(3)}`)),
    );
    const screenings = [];
    for (const id of [...ids, ...others]) screenings.push(await screen(id));
    expect(screenings.map(({ hits }) => hits)).toEqual([1, 1, 1, 1, ...others.map(() => 0)]);

    const matches = await Promise.all(ids.map((id) => matchOf(id)));
    const decided = await decide(matches[0].id, { reason: 'Born in another year, as the passport shows' });
    expect(decided.body.match).toMatchObject({
      state: 'dismissed',
      isHit: false,
      decisionId: decided.body.decision.id,
    });
    await decide(matches[1].id);
    await decide(matches[2].id, { decision: 'confirmed', reason: 'The same passport' });
    expect(await latest(ids[0]!)).toMatchObject({ hits: 0, topScore: 0, reason: 'decided', matchCount: 1 });
    expect(await latest(ids[2]!)).toMatchObject({ hits: 1 });

    await serve(
      api(),
      'un_sc',
      [omar(), yusuf({ births: born('1971-03-02') }), elena(), ...strangers, ...many],
      '2026-10-04',
    );
    for (const id of [...ids, ...others]) await screen(id);

    const states = await Promise.all(ids.map(async (id) => (await matchOf(id)).state));
    expect(states).toEqual(['open', 'dismissed', 'open', 'open']);
    const reopened = await matchOf(ids[0]!);
    expect(reopened).toMatchObject({
      id: matches[0].id,
      decisionId: decided.body.decision.id,
      changed: [{ field: 'entry.births', previous: [], current: born('1971-03-02') }],
    });
    expect((await latest(ids[0]!)).hits).toBe(1);
    const { decisions } = (await call(`/screening-matches/${reopened.id}`)).body;
    expect(decisions.map(({ decision, listVersion }: Body) => [decision, listVersion])).toEqual([['dismissed', '1']]);
    const trail = (await call(`/entities/${ids[0]}/timeline?event=screening_match_reopened,screening_match_decided`))
      .body;
    expect(trail.events.map(({ event, relatedIds }: Body) => [event, relatedIds.decisionId])).toEqual([
      ['screening_match_reopened', decided.body.decision.id],
      ['screening_match_decided', decided.body.decision.id],
    ]);
    expect(JSON.stringify(trail.events)).not.toMatch(/Karimov/);
  });

  it('reopens a match whose entity changed', async () => {
    const id = await newPerson('Elena Petrova');
    await screen(id);
    await decide((await matchOf(id)).id);
    await patch(`/entities/${id}`, { entityData: { person: { dateOfBirth: '1980-01-31' } } });
    await screen(id);
    expect(await matchOf(id)).toMatchObject({
      state: 'open',
      changed: [{ field: 'entity.births', previous: [], current: born('1980-01-31') }],
    });
  });

  it('closes matches of entries that were delisted, and finds them again when relisted', async () => {
    const id = await newPerson('Rui Nakashima');
    // The lists do not say that they name the same person.
    expect((await screen(id)).hits).toBe(2);
    const { id: matchId } = await matchOf(id);
    const without = [omar(), yusuf(), elena(), ...strangers.slice(0, 3), ...many];
    await serve(api(), 'un_sc', without, '2026-10-05');
    await screen(id);
    expect(await matchOf(id)).toBeUndefined();
    expect((await call(`/screening-matches/${matchId}`)).body.match).toMatchObject({ isHit: false });
    const refused = await decide(matchId);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
    const ended = (await call(`/screening-matches?entityId=${id}&list=un_sc&ended=true`)).body.matches;
    expect(ended).toHaveLength(1);
    await serve(api(), 'un_sc', [omar(), yusuf(), elena(), ...strangers, ...many], '2026-10-06');
    await screen(id);
    expect((await matchOf(id)).id).toBe(matchId);
  });

  it('accepts one of two concurrent decisions, and returns the valid one to the other', async () => {
    const id = await newPerson('Omar Haddad');
    await screen(id);
    const { id: matchId } = await matchOf(id);
    const both = await Promise.all([decide(matchId), decide(matchId, { decision: 'confirmed' })]);
    const [won, lost] = both[0].status === 200 ? both : [both[1], both[0]];
    expect([won.status, lost.status, lost.body.error.code]).toEqual([200, 409, 'ALREADY_DECIDED']);
    const { state, decisionId } = lost.body;
    expect([state, decisionId]).toEqual([won.body.match.state, won.body.decision.id]);
    const replaces = (decisionId as string).toUpperCase();
    const other = await decide(matchId, { decision: 'confirmed', replaces, reason: 'After all' });
    expect(other.body.decision).toMatchObject({ replaces: decisionId, decision: 'confirmed' });
    expect((await decide(matchId, { replaces: decisionId })).body.error.code).toBe('ALREADY_DECIDED');
  });

  it('dismisses for all indistinguishable entities of the organization', async () => {
    const [one, same, known] = await Promise.all([
      newPerson('Amina Benkirane'),
      newPerson('Amina Benkirane'),
      newPerson('Amina Benkirane', { dateOfBirth: '1990-12-01' }),
    ]);
    for (const id of [one, same, known]) await screen(id);
    await decide((await matchOf(one)).id, { scope: 'organization' });
    const states = await Promise.all([one, same, known].map(async (id) => (await matchOf(id)).state));
    expect(states).toEqual(['dismissed', 'dismissed', 'open']);
    const later = await newPerson('Amina Benkirane');
    await screen(later);
    expect((await matchOf(later)).state).toBe('dismissed');
  });

  it('rejects an expiry in the past and a decision without a reason', async () => {
    const id = await newPerson('Ingrid Solbakken');
    await screen(id);
    const { id: matchId } = await matchOf(id);
    const past = await decide(matchId, { expiresAt: '2020-01-01T00:00:00Z' });
    expect([past.status, past.body.error.details]).toEqual([400, { expiresAt: 'must be in the future' }]);
    expect((await decide(matchId, { reason: ' ' })).body.error.details).toHaveProperty('reason');
  });

  it('lists matches by state, list, score and entity', async () => {
    const id = await newPerson('Tomasz Wieczorek');
    await screen(id);
    const find = async (query: string): Promise<number> =>
      (await call(`/screening-matches?entityId=${id}&${query}`)).body.pagination.total as number;
    expect([await find('state=open'), await find('list=eu_fsf'), await find('state=dismissed,confirmed')]).toEqual([
      2, 1, 0,
    ]);
    expect([await find('minScore=0.9'), await find('isHit=false')]).toEqual([2, 0]);
    const [first] = (await call('/screening-matches?limit=1')).body.matches;
    expect(first.score).toBe(1);
  });

  it('returns an error instead of a result when a list is not loaded or too old', async () => {
    const id = await newPerson('Nils Aaberg');
    const made = await call('/screening-profiles', { name: 'OFAC too', lists: [...lists, 'us_ofac'] });
    const { id: profileId } = made.body.profile;
    const unloaded = await call(`/entities/${id}/screenings`, { profileId });
    expect([unloaded.status, unloaded.body.error.code, unloaded.body.error.details]).toEqual([
      422,
      'DATASET_NOT_LOADED',
      { lists: ['us_ofac'] },
    ]);
    const named = await call('/screenings/batch', { names: [{ name: 'Nils Aaberg' }], profileId });
    expect(named.body.error.code).toBe('DATASET_NOT_LOADED');
    await api().pool.query(
      `update watchlist_datasets set checked_at = now() - interval '3 days' where code = 'eu_fsf'`,
    );
    await serve(api(), 'un_sc', [omar(), yusuf(), elena(), ...strangers, ...many], '2026-10-07');
    const stale = await call(`/entities/${id}/screenings`, {});
    expect([stale.status, stale.body.error.code]).toEqual([422, 'DATASET_STALE']);
    expect(stale.body.error.details).toEqual({ lists: ['eu_fsf'], maxAgeHours: 48 });
    expect((await call(`/entities/${id}/screenings`)).body.screenings).toEqual([]);
    await api().pool.query(`update watchlist_datasets set checked_at = now() where code = 'eu_fsf'`);
    await serve(api(), 'un_sc', [omar(), yusuf(), elena(), ...strangers, ...many], '2026-10-08');
  });

  it('screens names without stored entities, and stores none of them', async () => {
    const names = [
      { name: 'Omar Hadad', type: 'person' },
      { name: 'Zlatomir Quevedo' },
      { name: 'Yusuf Karimow', type: 'person', dateOfBirth: '1951-01-01' },
    ];
    const { status, body } = await call('/screenings/batch', { names }, { key: screener });
    expect([status, body.results.map(({ name, hits }: Body) => `${name} ${hits}`)]).toEqual([
      200,
      ['Omar Hadad 1', 'Zlatomir Quevedo 0', 'Yusuf Karimow 1'],
    ]);
    expect(body.results[0].lists).toEqual(['eu_fsf', 'un_sc']);
    const { events } = (await call('/audit/events?event=names_screened&limit=1')).body;
    expect(events[0]).toMatchObject({
      resourceId: body.screeningId,
      summary: '3 names screened against 2 lists: 2 hits',
    });
    expect(JSON.stringify(events[0])).not.toMatch(/Hadad|Zlatomir|Karimow/);
    const foreign = (await call('/screening-profiles', { name: 'Theirs' }, { key: api().stranger.key })).body.profile
      .id;
    const named = await call('/screenings/batch', { names, profileId: foreign });
    expect([named.status, named.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const tooMany = Array.from({ length: 501 }, () => ({ name: 'Omar Hadad' }));
    expect((await call('/screenings/batch', { names: tooMany })).status).toBe(400);
  });

  it('screens people and companies, and only the types that the profile names', async () => {
    const paymentMethod = { type: 'credit_card', last4: '4242', holderName: 'Omar Haddad' };
    const { body } = await call('/entities', { entityType: 'payment_method', entityData: { paymentMethod } });
    const refused = await call(`/entities/${body.id}/screenings`, {});
    expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_ENTITY_TYPE']);
    const made = await call('/screening-profiles', { name: 'Companies', lists, entityTypes: ['company'] });
    const person = await newPerson('Omar Haddad');
    const companies = await call(`/entities/${person}/screenings`, { profileId: made.body.profile.id });
    expect(companies.body.error.code).toBe('INVALID_ENTITY_TYPE');
  });

  it('exports all match decisions to callers with the permission and records the export in the audit log', async () => {
    const { status, text, headers } = await call('/screening-matches/decisions/export');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [heading, ...lines] = text.trimEnd().split('\n');
    expect(heading).toMatch(/^decidedAt,decision,.*listVersion,profileId,profileVersion,engineVersion/);
    const { rows } = await api().pool.query('select count(*)::int as n from match_decisions');
    expect(lines).toHaveLength(rows[0].n);
    expect(lines.some((line) => line.includes('Born in another year, as the passport shows'))).toBe(true);
    expect((await call('/audit/events?event=match_decisions_exported')).body.events).toHaveLength(1);
    expect((await call('/screening-matches/decisions/export', undefined, { key: screener })).status).toBe(403);
    const none = await call('/screening-matches/decisions/export?to=2020-01-01T00:00:00Z');
    expect(none.text.trimEnd().split('\n')).toHaveLength(1);
  });

  const latest = async (entityId: string): Promise<Body> =>
    (await call(`/entities/${entityId}/screenings?limit=1`)).body.screenings[0];
});
