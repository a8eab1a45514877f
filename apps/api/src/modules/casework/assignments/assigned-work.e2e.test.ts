import { closeAllSockets, openSocket } from '../../../../test/support/open-socket.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import type { PersonAgent } from '../../../../test/support/person-agent.js';
import { signInOwner } from '../../../../test/support/sign-in-member.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { useValidations } from '../../../../test/support/use-validations.js';
import { newId } from '../../../platform/database/index.js';
import { ReleaseWork } from './release-work.js';

/** Number of waiting items of each kind, and number of concurrent callers that ask for the next one. */
const waiting = 12;
const asking = 50;

describe('assignment of work from other queues', () => {
  const api = useOwnTestApi();
  const { newPerson, begin } = useValidations(api);
  const { serve } = useListFiles();
  let first: PersonAgent & { readonly userId: string };
  let second: PersonAgent & { readonly userId: string };

  const send = async (path: string, by: PersonAgent, body?: object, method?: string, status = 200): Promise<Body> => {
    const answer = await by.call(path, { ...(body && { body }), ...(method !== undefined && { method }) });
    expect([answer.status, answer.text]).toEqual([status, answer.text]);
    return answer.body;
  };

  /** Creates matches of one person with many list entries, and one person for each validation that waits for a review. */
  const makeMatches = async (): Promise<readonly string[]> => {
    const entries = Array.from({ length: waiting }, (_, at) => listedPerson(`69${at + 10}`, 'Omar Haddad'));
    await serve(api(), 'un_sc', entries);
    const profile = `/screening-profiles/${api().production.organizationId}`;
    await send(profile, first, { lists: ['un_sc'] }, 'PATCH');
    const person = { type: 'person', name: 'Omar Haddad', countryCode: 'BR' };
    const { id } = (await send('/entities', first, person, 'POST', 201)).entity;
    await send(`/entities/${id}/screenings`, first, {}, 'POST', 201);
    const { matches } = await send('/screening-matches?limit=100', first);
    return (matches as readonly Body[]).map((match) => match.id as string);
  };
  const makeReviews = async (): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < waiting; at += 1) ids.push((await begin(await newPerson())).body.id as string);
    await api().pool.query(`update kyc_validations set status = 'in_review', due_at = null where id = any($1)`, [ids]);
    return ids;
  };

  beforeAll(async () => {
    first = await signInOwner(api(), 'first@example.com');
    second = await signInOwner(api(), 'second@example.com');
  });
  afterAll(closeAllSockets);

  const kinds = [
    {
      ...{ kind: 'screening matches', path: '/screening-matches', make: makeMatches },
      ...{ rows: 'matches', open: 'state=open', event: 'screening-match:updated', idName: 'matchId' },
      ...{ decide: 'decide', decision: { decision: 'dismissed', reason: 'another one' } },
    },
    {
      ...{ kind: 'identity reviews', path: '/api/kyc/validations', make: makeReviews },
      ...{ rows: 'validations', open: 'status=in_review', event: 'kyc:validation-assigned', idName: 'validationId' },
      ...{ decide: 'review', decision: { decision: 'rejected', reason: 'another one' } },
    },
  ];

  describe.each(kinds)('$kind', ({ path, make, rows, open, event, idName, decide, decision }) => {
    let ids: readonly string[];
    const put = (id: string, body: object, by: PersonAgent = first, status = 200): Promise<Body> =>
      send(`${path}/${id}/assign`, by, body, 'PUT', status);
    const counts = async (by: PersonAgent): Promise<readonly number[]> => {
      const { mine, unassigned, all } = await send(`${path}/counts`, by);
      return [mine, unassigned, all] as readonly number[];
    };
    const listed = async (assignedTo: string, by: PersonAgent = first): Promise<readonly string[]> => {
      const found = (await send(`${path}?${open}&limit=100&assignedTo=${assignedTo}`, by))[rows] as readonly Body[];
      return found.map(({ id }) => id as string);
    };

    beforeAll(async () => {
      ids = await make();
      expect(ids).toHaveLength(waiting);
    });

    it('gives each of many concurrent callers a different item, and never one that is taken', async () => {
      expect(await counts(first)).toEqual([0, waiting, waiting]);
      const asked = Array.from({ length: asking }, (_, at) =>
        send(`${path}/next`, at % 2 ? first : second, {}, 'POST'),
      );
      const given = (await Promise.all(asked)).flatMap(({ id }) => (id === null ? [] : [id as string]));
      expect([given.length, [...given].sort()]).toEqual([waiting, [...ids].sort()]);
      const [mine, theirs] = [await listed('me'), await listed('me', second)];
      expect([...mine, ...theirs].sort()).toEqual([...ids].sort());
      expect(await counts(first)).toEqual([mine.length, 0, waiting]);
      expect(await listed('unassigned')).toEqual([]);
    });

    it('releases an item, reassigns it, and undoes that unless something else has happened since', async () => {
      const [id] = ids as [string];
      await put(id, { assignedTo: first.userId });
      const socket = await openSocket(api().url, { token: api().production.key });
      expect((await socket.subscribe('inbox')).success).toBe(true);
      const released = await put(id, { assignedTo: 'unassigned', reason: 'too late today' });
      expect(released).toMatchObject({ success: true, id, assignedTo: null, previousAssignedTo: first.userId });
      // The event of the previous assignment may still arrive.
      const isRelease = (body: Body): boolean => body[idName] === id && body.assignedTo === null;
      expect(await socket.waitFor(event, isRelease)).toMatchObject({ assignedTo: null });
      expect(await listed('unassigned')).toEqual([id]);

      await put(id, { assignedTo: second.userId });
      const late = await put(id, { assignedTo: 'me', ifAssignedTo: 'unassigned' }, first, 409);
      expect(late.error.code).toBe('VERSION_CONFLICT');
      const back = { assignedTo: 'unassigned', ifAssignedTo: second.userId };
      expect(await put(id, back)).toMatchObject({ assignedTo: null, previousAssignedTo: second.userId });
      expect((await send(`${path}/next`, second, {}, 'POST')).id).toBe(id);
      const { events } = await send(`/audit/events?resourceId=${id}&limit=100`, first);
      const told = (events as readonly Body[]).filter((entry) => (entry.event as string).endsWith('_assigned'));
      expect(told.map(({ changes }) => changes.assignedTo?.current as unknown).slice(0, 3)).toEqual([
        ...[second.userId, null, second.userId],
      ]);
      expect(told.some(({ context }) => context.reason === 'too late today')).toBe(true);
    });

    it('rejects non-members, API keys asking for the next item, other organizations and decided items', async () => {
      const [id] = ids as [string];
      expect((await put(id, { assignedTo: newId() }, first, 400)).error.details).toHaveProperty('assignedTo');
      expect((await put(id, {}, first, 400)).error.details).toHaveProperty('assignedTo');
      expect((await put(newId(), { assignedTo: 'me' }, first, 404)).error.code).toBe('NOT_FOUND');
      const key = await api().call(`${path}/next`, { body: {} });
      expect([key.status, key.body.error.code]).toEqual([403, 'FORBIDDEN']);
      const { key: foreign } = api().stranger;
      const body = { assignedTo: 'unassigned' };
      expect((await api().call(`${path}/${id}/assign`, { method: 'PUT', key: foreign, body })).status).toBe(404);
      await send(`${path}/${id}/${decide}`, first, decision, 'POST');
      const decided = await put(id, { assignedTo: 'me' }, first, 409);
      expect(decided.error.code).toBe('INVALID_STATUS_TRANSITION');
      expect((await counts(first))[2]).toBe(waiting - 1);
    });

    it('returns the items of a member to the queue who loses the right to work on them', async () => {
      const given = ids.slice(1, 4);
      for (const id of given) await put(id, { assignedTo: second.userId });
      const { members } = await send('/members', first);
      const member = (members as readonly Body[]).find(({ userId }) => userId === second.userId)!;
      const change = (body: object) => send(`/members/${member.id}`, first, body, 'PATCH');
      await change({ environmentAccess: 'sandbox' });
      await api().pool.query('update work_releases set starts_at = now()');
      expect(await api().app.get(ReleaseWork).release()).toBeGreaterThanOrEqual(given.length);
      expect(await listed(second.userId)).toEqual([]);
      expect(await listed('unassigned')).toEqual(expect.arrayContaining([...given]));
      const { events } = await send(`/audit/events?resourceId=${given[0]}&limit=1`, first);
      expect(events).toMatchObject([
        { actor: { type: 'system' }, changes: { assignedTo: { previous: second.userId, current: null } } },
      ]);
      await change({ environmentAccess: 'both' });
    });
  });
});
