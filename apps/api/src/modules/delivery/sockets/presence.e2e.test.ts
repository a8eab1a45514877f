import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { closeAllSockets, openSocket, type TestSocket } from '../../../../test/support/open-socket.js';
import { createRule, ruleText } from '../../../../test/support/rule-samples.js';
import { startServer } from '../../../../test/support/start-server.js';
import { type Body, testSecrets } from '../../../../test/support/start-test-api.js';
import { usePeople } from '../../../../test/support/use-people.js';

interface Told {
  readonly room: string;
  readonly people: readonly { readonly userId: string; readonly name: string }[];
}

describe('record presence over sockets', () => {
  const { api, owner, signIn, joined } = usePeople();
  let boss: Awaited<ReturnType<typeof owner>>;
  let secondEmail: string;
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    boss = await owner();
    const second = await joined(boss, {});
    const members = (await place().call('/members')).body as { members: { id: string; email: string }[] };
    secondEmail = members.members.find(({ id }) => id === second.id)!.email;
    ({ child, url } = await startServer(api().pool.options.connectionString!, testSecrets));
  });
  afterAll(async () => {
    closeAllSockets();
    const gone = child && child.exitCode === null && once(child, 'exit');
    child?.kill('SIGTERM');
    await gone;
  });

  const place = () => boss.inOrganization(boss.production.id);
  const connect = async (email: string, at: string, organizationId = boss.production.id): Promise<TestSocket> => {
    const { headers } = await signIn(email);
    const token = /__Host-tamis_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')![1]!;
    return openSocket(at, { token, organizationId });
  };
  const newRule = async (key: string): Promise<string> => {
    const made = await createRule(
      { ...api(), call: (path, request) => place().call(path, request) },
      {
        source: ruleText().replace(/^rule \w+/, `rule ${key}`),
      },
    );
    return `rule:${made.id as string}`;
  };
  /** Waits until the last report about a room contains this many people. */
  const waitFor = async (socket: TestSocket, room: string, count: number): Promise<Told> => {
    const isLast = (body: Body): boolean =>
      body === socket.received.findLast((each) => each.name === 'presence:changed' && each.body.room === room)?.body;
    return await socket.waitFor(
      'presence:changed',
      (body) => isLast(body) && (body.people as Told['people']).length === count,
    );
  };

  it('tells everyone with the record open, in any process, until they leave or disconnect', async () => {
    const room = await newRule('opened');
    const [here, there] = [await connect(boss.email, api().url), await connect(secondEmail, url)];
    await here.subscribe(room);
    expect((await waitFor(here, room, 1)).people.map(({ name }) => name)).toEqual(['Ana Reis']);
    await there.subscribe(room);
    const told = await waitFor(there, room, 2);
    expect(await waitFor(here, room, 2)).toMatchObject({ room, people: told.people });
    await there.unsubscribe(room);
    await waitFor(here, room, 1);
    await there.subscribe(room);
    await waitFor(here, room, 2);
    there.socket.disconnect();
    await waitFor(here, room, 1);
    await (await connect(secondEmail, url)).subscribe(room);
    await waitFor(here, room, 2);
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await waitFor(here, room, 1);
    await gone;
  });

  it('tells nobody of another organization, and lists a person with several tabs once', async () => {
    const room = await newRule('private');
    const other = await owner();
    const stranger = await connect(other.email, api().url, other.production.id);
    const here = await connect(boss.email, api().url);
    await here.subscribe(room);
    await waitFor(here, room, 1);
    expect((await stranger.subscribe(room)).rejected).toEqual([{ room, code: 'NOT_FOUND' }]);
    const again = await connect(boss.email, api().url);
    await again.subscribe(room);
    // Two tabs belong to the same person.
    await waitFor(again, room, 1);
    expect(stranger.received.filter(({ name }) => name === 'presence:changed')).toEqual([]);
    expect(here.received.filter(({ name }) => name === 'presence:changed').map(({ body }) => body.people)).toEqual(
      expect.not.arrayContaining([[]]),
    );
  });
});
