import { once } from 'node:events';
import { connect } from 'node:net';

import { TailOutbox } from './use-cases/tail-outbox.js';
import { hashApiKey, insertApiKey, readApiKeyFormat } from '../../../platform/auth/index.js';
import { newId } from '../../../platform/database/index.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import {
  connectSocket,
  closeAllSockets,
  openSocket,
  type TestSocket,
  pauseReading,
} from '../../../../test/support/open-socket.js';
import { type TestResponse, startOwnTestApi } from '../../../../test/support/start-test-api.js';
import { makeTenantRecords, type TenantRecords, unknownRecords } from '../../../../test/support/tenant-records.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { usePeople } from '../../../../test/support/use-people.js';

const tokenOf = ({ headers }: TestResponse): string =>
  /__Host-tamis_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')![1]!;

describe('Sockets', () => {
  const people = usePeople();
  const { api } = people;
  afterEach(closeAllSockets);

  const open = (token: string, more: object = {}): Promise<TestSocket> => openSocket(api().url, { token, ...more });
  const madeKey = async (more: object): Promise<string> => {
    const { organizationId } = api().production;
    const asked = { organizationId, name: 'socket', deployment: 'development', scopes: [], rateLimit: 1_000 };
    return (await insertApiKey(api().pool, { ...asked, ...more })).key;
  };
  const refusal = async (auth: object, options: object = {}): Promise<string | null> => {
    const { refused, socket } = connectSocket(api().url, auth, options);
    await waitUntil(() => refused() !== null || socket.connected);
    return refused();
  };
  const newEntity = async (key?: string): Promise<string> => {
    const body = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: newId() };
    return (await api().call('/entities', { body, ...(key !== undefined && { key }) })).body.entity.id as string;
  };

  it('refuses a handshake with the error code that a request would get', async () => {
    const { production, stranger } = api();
    const person = await people.owner();
    const token = tokenOf(await people.signIn(person.email));
    const left = await people.signIn(person.email);
    await api().call('/auth/sign-out', {
      method: 'POST',
      key: null,
      headers: { cookie: left.headers.get('set-cookie')!.split(';', 1)[0]!, origin: api().url },
    });
    const { key } = production;
    const revoked = await madeKey({});
    await api().pool.query(`update api_keys set status = 'revoked' where key_hash = $1`, [hashApiKey(revoked)]);
    const cases: readonly (readonly [code: string | null, auth: object, options?: object])[] = [
      ['UNAUTHORIZED', {}],
      ['UNAUTHORIZED', { token: 5 }],
      ['UNAUTHORIZED', {}, { query: { token: key } }],
      ['UNAUTHORIZED', { token: tokenOf(left) }],
      ['INVALID_API_KEY', { token: 'nonsense' }],
      ['UNAUTHORIZED', { token: `${key} x` }],
      ['INVALID_API_KEY', { token: (await readApiKeyFormat(api().pool)).generate('development') }],
      ['INVALID_API_KEY', { token: revoked }],
      ['EXPIRED_API_KEY', { token: await madeKey({ expiresAt: new Date(0) }) }],
      ['FORBIDDEN', { token: key, organizationId: stranger.organizationId }],
      ['FORBIDDEN', { token: await madeKey({ ipAllowlist: ['10.0.0.0/8'] }) }],
      ['FORBIDDEN', { token, organizationId: stranger.organizationId }],
      ['FORBIDDEN', { token, organizationId: 'nonsense' }],
      ['MISSING_ORGANIZATION', { token }],
      ['RATE_LIMIT_EXCEEDED', { token: await madeKey({ rateLimit: 0 }) }],
      [null, { token: key, organizationId: production.organizationId }],
      [null, { token: key }, { transports: ['polling'] }],
      [null, { token, organizationId: person.production.id }],
    ];
    const found = await Promise.all(cases.map(([, auth, options]) => refusal(auth, options)));
    expect(found).toEqual(cases.map(([code]) => code));
  });

  it('accepts a session cookie only from pages of this server', async () => {
    const person = await people.owner();
    const token = tokenOf(await people.signIn(person.email));
    const cookie = `__Host-tamis_session=${token}`;
    const asked = { organizationId: person.production.id };
    const sent = (origin: object): object => ({ extraHeaders: { cookie, ...origin } });
    expect(await refusal(asked, sent({ origin: api().url }))).toBeNull();
    expect(await refusal(asked, sent({ origin: 'https://elsewhere.example' }))).toBe('UNAUTHORIZED');
    expect(await refusal(asked, sent({}))).toBe('UNAUTHORIZED');
  });

  it('reports who is connected and in which rooms', async () => {
    const { organizationId, key } = api().production;
    const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
    const byKey = await open(key);
    const rooms = [`org:${organizationId}`];
    expect(byKey.received).toEqual([{ name: 'connected', body: { organizationId, timestamp, userId: null, rooms } }]);
    const person = await people.owner();
    const { id } = person.production;
    const bySession = await open(tokenOf(await people.signIn(person.email)), { organizationId: id });
    const { userId } = bySession.received[0]!.body;
    expect(bySession.received[0]!.body).toEqual({
      organizationId: id,
      timestamp,
      userId: expect.any(String),
      rooms: [`org:${id}`, `user:${userId}`],
    });
  });

  it('allows only rooms of records that the organization has and the key may read', async () => {
    const { production, stranger } = api();
    const own = await newEntity();
    const foreign = await newEntity(stranger.key);
    const unknown = newId();
    const reader = await open(await createKeyWith(api(), 'entities:read'));
    const asked = [`entity:${own}`, `entity:${foreign}`, `entity:${unknown}`, `transaction:${unknown}`];
    const others = [
      'inbox',
      'entity:5',
      `entity:${own}:x`,
      'org:x',
      `user:${unknown}`,
      `org:${stranger.organizationId}`,
    ];
    const rooms = [`org:${production.organizationId}`, `entity:${own}`];
    expect(await reader.subscribe(...asked, ...others)).toEqual({
      success: false,
      rooms,
      rejected: expect.arrayContaining([
        { room: `entity:${foreign}`, code: 'NOT_FOUND' },
        { room: `entity:${unknown}`, code: 'NOT_FOUND' },
        { room: `transaction:${unknown}`, code: 'FORBIDDEN' },
        { room: 'inbox', code: 'FORBIDDEN' },
        ...others.slice(1).map((room) => ({ room, code: 'VALIDATION_ERROR' })),
      ]),
    });
    expect(await reader.subscribe(`entity:${own.toUpperCase()}`)).toEqual({ success: true, rooms, rejected: [] });
    expect(await reader.unsubscribe(`entity:${own}`)).toEqual({
      success: true,
      rooms: rooms.slice(0, 1),
      rejected: [],
    });
    expect(await reader.socket.emitWithAck('subscribe', 'nonsense')).toMatchObject({ success: false, rejected: [] });
  });

  it('answers for rooms of another organization as for nonexistent records', async () => {
    const { production, stranger } = api();
    const ownRecords = await makeTenantRecords(api(), production, 'own-mark', '11.444.777/0001-61');
    const opened = await open(stranger.key);
    const roomsOf = ({
      entity,
      transaction,
      batchJob,
      dryRun,
      sweep,
      rule,
      investigation,
    }: TenantRecords): string[] => [
      ...[`entity:${entity}`, `transaction:${transaction}`, `job:${batchJob}`, `dry-run:${dryRun}`],
      ...[`dry-run:${sweep}`, `rule:${rule}`, `case:${investigation}`],
    ];
    const foreign = await opened.subscribe(...roomsOf(ownRecords));
    const unknown = await opened.subscribe(...roomsOf(unknownRecords));
    expect(foreign.rooms).toEqual([`org:${stranger.organizationId}`]);
    expect(foreign.rejected).toEqual(roomsOf(ownRecords).map((room) => ({ room, code: 'NOT_FOUND' })));
    expect(unknown.rejected.map(({ code }) => code)).toEqual(foreign.rejected.map(({ code }) => code));
    const own = await (await open(production.key)).subscribe(...roomsOf(ownRecords));
    expect(own).toEqual({
      success: true,
      rooms: [`org:${production.organizationId}`, ...roomsOf(ownRecords)],
      rejected: [],
    });
  });

  it('limits a connection to one hundred rooms and to a low call rate', async () => {
    const { key } = api().production;
    const ids = await Promise.all(Array.from({ length: 101 }, () => newEntity()));
    const opened = await open(key);
    const names = ids.map((id) => `entity:${id}`);
    expect((await opened.subscribe(...names.slice(0, 99))).success).toBe(true);
    const { rooms, rejected } = await opened.subscribe(...names.slice(98));
    expect([rooms.length, rejected]).toEqual([101, [{ room: names[100], code: 'TOO_MANY_ROOMS' }]]);
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 20; n += 1) codes.push((await opened.subscribe('nonsense')).rejected[0]?.code);
    expect(codes[0]).toBe('VALIDATION_ERROR');
    expect(codes.at(-1)).toBe('RATE_LIMIT_EXCEEDED');
    expect(opened.ended()).toBeNull();
    for (let n = 0; n < 300; n += 1) opened.socket.emit('anything');
    await waitUntil(() => opened.ended() !== null);
  });

  it('disconnects a client that sends too long a message', async () => {
    const opened = await open(api().production.key);
    opened.socket.emit('subscribe', { rooms: ['x'.repeat(20_000)] });
    await waitUntil(() => opened.ended() !== null);
    expect(opened.ended()).toBe('transport close');
  });

  it('disconnects a revoked key and nobody else', async () => {
    const { body } = await api().call('/api-keys', { body: { name: 'short', permissions: ['entities:read'] } });
    const [opened, other] = await Promise.all([open(body.key as string), open(api().production.key)]);
    const { status } = await api().call(`/api-keys/${body.apiKey.id as string}`, { method: 'DELETE' });
    expect(status).toBe(200);
    await waitUntil(() => opened.ended() !== null);
    expect(other.ended()).toBeNull();
    expect(await refusal({ token: body.key as string })).toBe('INVALID_API_KEY');
  });

  it('disconnects a removed member and leaves rooms that a role no longer allows', async () => {
    const person = await people.owner();
    const inside = person.inOrganization(person.production.id);
    const made = await inside.call('/roles', {
      body: { name: 'Reader', permissions: ['entities:read', 'cases:read'] },
    });
    const { role } = made.body as { role: { id: string } };
    const member = await people.joined(person, {});
    const changed = await inside.call(`/members/${member.id}`, { method: 'PATCH', body: { roleId: role.id } });
    expect(changed.status).toBe(200);
    const { email } = (changed.body as { member: { email: string } }).member;
    const opened = await open(tokenOf(await people.signIn(email)), { organizationId: person.production.id });
    const body = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: newId() };
    const { entity } = (await inside.call('/entities', { body })).body as { entity: { id: string } };
    expect((await opened.subscribe(`entity:${entity.id}`)).success).toBe(true);
    await inside.call(`/roles/${role.id}`, { method: 'PATCH', body: { permissions: ['cases:read'] } });
    await waitUntil(async () => (await opened.unsubscribe()).rooms.length === 2);
    expect(opened.ended()).toBeNull();
    await inside.call(`/members/${member.id}`, { method: 'DELETE' });
    await waitUntil(() => opened.ended() !== null);
  });

  it('disconnects a client that does not read its messages', async () => {
    const { organizationId, key } = api().production;
    const tail = api().app.get(TailOutbox, { strict: false });
    await waitUntil(() => tail.countFollowers(organizationId) === 0);
    const opened = await open(key);
    pauseReading(opened);
    const payload = { entity: { id: newId() }, changes: { name: { previous: '', current: 'x'.repeat(500_000) } } };
    const events = JSON.stringify(Array(2).fill({ id: newId(), event: 'entity.updated', payload }));
    await api().pool.query(
      'insert into outbox (organization_id, id, events) select $1, gen_random_uuid(), $2 from generate_series(1, 24)',
      [organizationId, events],
    );
    await waitUntil(() => tail.countFollowers(organizationId) === 0);
  });

  it('answers requests normally that merely offer an upgrade to another protocol', async () => {
    const { port } = new URL(api().url);
    const asked = async (head: string, body: string): Promise<string> => {
      const socket = connect(Number(port), '127.0.0.1');
      const common = `Host: here\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n`;
      socket.write(`${head}\r\n${common}Authorization: Bearer ${api().production.key}\r\n`);
      socket.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      await waitUntil(() => /\r\n\r\n.*\}$/s.test(text));
      socket.destroy();
      await once(socket, 'close');
      return text;
    };
    expect(await asked('GET /health HTTP/1.1', '')).toMatch(/^HTTP\/1.1 200 /);
    const entity = JSON.stringify({ type: 'person', name: 'Eva', countryCode: 'BR', externalId: newId() });
    expect(await asked('POST /entities HTTP/1.1', entity)).toMatch(/^HTTP\/1.1 201 .*"Eva"/s);
  });

  it('closes sockets on server shutdown without waiting for clients', async () => {
    const other = await startOwnTestApi();
    const opened = await openSocket(other.url, { token: other.production.key });
    const polling = await openSocket(other.url, { token: other.production.key }, { transports: ['polling'] });
    const mute = await openSocket(other.url, { token: other.production.key });
    pauseReading(mute);
    await other.stop();
    await waitUntil(() => opened.ended() !== null && polling.ended() !== null);
  });
});
