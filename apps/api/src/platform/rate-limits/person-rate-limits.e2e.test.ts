import { closeAllSockets, connectSocket } from '../../../test/support/open-socket.js';
import { createPersonAgent } from '../../../test/support/person-agent.js';
import type { TestResponse } from '../../../test/support/start-test-api.js';
import { password, usePeople } from '../../../test/support/use-people.js';
import { waitUntil } from '../../../test/support/wait-until.js';

const limitOf = ({ headers }: TestResponse): (string | null)[] =>
  ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`));

describe('rate limits of a person', () => {
  const people = usePeople();
  const { api, owner, signedUp, signIn } = people;
  afterEach(closeAllSockets);

  const use = (email: string, used: number): Promise<unknown> =>
    api().pool.query(
      `insert into person_windows (user_id, started_at, used, granted) select id, clock_timestamp(), $2, 0 from users where email = $1
       on conflict (user_id) do update set started_at = excluded.started_at, used = excluded.used`,
      [email, used],
    );

  it('count requests, including rejected ones, and are reported like those of keys', async () => {
    const person = await owner();
    const place = person.inOrganization(person.production.id);
    const answers = [
      await place.call('/entities'),
      await place.call('/nowhere'),
      await place.call('/entities', { method: 'POST', body: '{' }),
      await place.call('/auth/session'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 200]);
    const left = answers.map((answer) => limitOf(answer).map(Number));
    expect(left).toEqual(left.map((_, n) => [600, left[0]![1]! - n]));
    expect(left[0]![1]).toBeLessThan(600);
  });

  it('do not count pages and their files, so that a page can say that the limit is reached', async () => {
    const { email, ...person } = await owner();
    await use(email, 600);
    expect((await person.call('/auth/session')).status).toBe(429);
    const load = async (path: string): Promise<string> => {
      const { status, headers, text } = await person.call(path);
      expect([path, status, headers.get('x-ratelimit-limit')]).toEqual([path, 200, null]);
      return text;
    };
    await load(/"(\/console\/assets\/[^"]+[.]js)"/.exec(await load('/console/settings/members'))![1]!);
  });

  it('share one limit per minute across all sessions and sockets', async () => {
    const { email, ...person } = await owner();
    const other = createPersonAgent(api());
    const token = /__Host-tamis_session=([^;]+)/.exec(
      (await other.call('/auth/sign-in', { body: { email, password } })).headers.getSetCookie().join(),
    )![1]!;
    await use(email, 599);
    expect((await other.call('/auth/session')).status).toBe(200);
    const refused = await other.inOrganization(person.production.id).call('/entities');
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(refused.body.message ?? refused.body.error).toMatch(/^You have made your 600 requests of this minute/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // Signing in again does not grant further requests.
    const third = createPersonAgent(api());
    expect((await third.call('/auth/sign-in', { body: { email, password } })).status).toBe(200);
    expect((await third.call('/auth/session')).status).toBe(429);
    const { refused: refusal, socket } = connectSocket(api().url, { token, organizationId: person.production.id });
    await waitUntil(() => refusal() !== null || socket.connected);
    expect(refusal()).toBe('RATE_LIMIT_EXCEEDED');
    const stranger = await signedUp();
    expect((await stranger.call('/auth/session')).status).toBe(200);
    await api().pool.query(`update person_windows set started_at = started_at - interval '1 minute'`);
    await waitUntil(async () => (await third.call('/auth/session')).status === 200);
  });

  it('allow exactly the limit of concurrent requests', async () => {
    const { email } = await signedUp();
    const agents = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const agent = createPersonAgent(api());
        await agent.call('/auth/sign-in', { body: { email, password } });
        return agent;
      }),
    );
    await use(email, 590);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => agents[n % 4]!.call('/auth/session')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    expect((await signIn(email)).status).toBe(200);
  });
});
