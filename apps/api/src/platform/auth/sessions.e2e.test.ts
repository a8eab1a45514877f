import { reportPromise } from '@tamis/testkit';

import { createApp } from '../../create-app.js';
import { readConfig } from '../config/index.js';
import { type PgPool, pgPoolToken } from '../database/index.js';
import { createPersonAgent } from '../../../test/support/person-agent.js';
import { type TestResponse, type Body, testSecrets } from '../../../test/support/start-test-api.js';
import { expectWithinOneSecond, waitUntilFound } from '../../../test/support/wait-until.js';
import { password, usePeople } from '../../../test/support/use-people.js';

describe('people', () => {
  const { api, newEmail, signedUp, owner, signIn, letters, joined } = usePeople();

  describe('passwords', () => {
    it('are changed with the current one, which ends all other sessions', async () => {
      const person = await signedUp();
      const other = createPersonAgent(api());
      await other.call('/auth/sign-in', { body: { email: person.email, password } });
      const change = (currentPassword: string): Promise<TestResponse> =>
        person.call('/auth/password', { body: { currentPassword, newPassword: 'the next password' } });
      expect((await change('not my password')).status).toBe(401);
      expect((await change(password)).status).toBe(200);
      expect((await person.call('/auth/session')).status).toBe(200);
      await expectWithinOneSecond(async () => (await other.call('/auth/session')).status === 401);
      expect((await signIn(person.email)).status).toBe(401);
      expect((await signIn(person.email, 'the next password')).status).toBe(200);
    });

    it('that are forgotten are reset once with the emailed token, which ends all sessions', async () => {
      const person = await owner();
      const forget = (email: string): Promise<TestResponse> =>
        createPersonAgent(api()).call('/auth/password/forgot', {
          body: { email },
          headers: { 'x-request-id': 'same' },
        });
      const [known, unknown] = [await forget(person.email), await forget(newEmail())];
      expect([known.status, known.text]).toEqual([200, unknown.text]);
      const found = await waitUntilFound(() => letters('mail.password_reset', person.email));
      const { token } = found[0]!;
      const reset = (secret: string): Promise<TestResponse> =>
        createPersonAgent(api()).call('/auth/password/reset', {
          body: { token: secret, password: 'remembered at last' },
        });
      expect((await reset('x'.repeat(43))).body.error.code).toBe('INVALID_TOKEN');
      expect((await reset(token)).status).toBe(200);
      expect((await reset(token)).body.error.code).toBe('INVALID_TOKEN');
      await expectWithinOneSecond(async () => (await person.call('/auth/session')).status === 401);
      expect((await signIn(person.email)).status).toBe(401);
      expect((await signIn(person.email, 'remembered at last')).status).toBe(200);
    });
  });

  it('promise 5: no secret of a letter or a cookie stands in any row of the database', async () => {
    const person = await owner();
    await joined(person, {});
    await createPersonAgent(api()).call('/auth/password/forgot', { body: { email: person.email } });
    await waitUntilFound(() => letters('mail.password_reset', person.email));
    const { rows: stored } = await api().pool.query<{ event: string; to: string }>(
      `select distinct event, recipient as to from outgoing_emails where master_key_id is not null
       union select distinct event, recipient from person_emails where token_hash is not null`,
    );
    const found = await Promise.all(stored.map(({ event, to }) => letters(event, to)));
    const cookie = (await signIn(person.email)).headers.get('set-cookie')!;
    const secrets = [...found.flat().map(({ token }) => token), /=([^;]+)/.exec(cookie)![1]!, password];
    const forms = secrets.flatMap((secret) =>
      [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').replace(/=+$/, '')].concat(
        Buffer.from(secret, 'base64url').toString('hex'),
      ),
    );
    const { rows: tables } = await api().pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const hits: string[] = [];
    for (const { name } of tables) {
      const { rows } = await api().pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      if (rows.some(({ row }) => forms.some((form) => row.includes(form)))) hits.push(name);
    }
    reportPromise(5, {
      figure: `${hits.length} hits of ${secrets.length} secrets of letters and cookies in ${tables.length} tables`,
      target: '0 hits',
      holds: hits.length === 0,
    });
    expect([hits, secrets.length > 3]).toEqual([[], true]);
  });

  it('promise 21: a request that is sent again in another session of the same person acts once', async () => {
    const person = await owner();
    const again = createPersonAgent(api());
    await again.call('/auth/sign-in', { body: { email: person.email, password } });
    const create = (by: typeof again): Promise<TestResponse> =>
      by.inOrganization(person.production.id).call('/entities', {
        body: { type: 'person', name: 'Once', countryCode: 'BR' },
        headers: { 'idempotency-key': 'one-of-a-person' },
      });
    const [first, replayed, other] = [await create(person), await create(person), await create(again)];
    expect([first.status, replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const stranger = await owner();
    expect(
      (await create({ ...stranger, inOrganization: () => stranger.inOrganization(stranger.production.id) })).status,
    ).toBe(201);
    const { entities } = (await again.inOrganization(person.production.id).call('/entities')).body as {
      entities: Body[];
    };
    expect(entities).toHaveLength(1);
  });

  describe('sessions', () => {
    it('are listed with their origin and ended one by one', async () => {
      const person = await signedUp();
      const other = createPersonAgent(api());
      await other.call('/auth/sign-in', {
        body: { email: person.email, password },
        headers: { 'user-agent': 'other' },
      });
      const { sessions } = (await person.call('/auth/sessions')).body as { sessions: Body[] };
      expect(sessions).toHaveLength(2);
      expect(sessions.find(({ isCurrent }) => !isCurrent)).toMatchObject({
        userAgent: 'other',
        ipAddress: '127.0.0.1',
      });
      const { id } = sessions.find(({ isCurrent }) => !isCurrent)!;
      expect((await (await signedUp()).call(`/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(404);
      expect((await other.call('/auth/session')).status).toBe(200);
      expect((await person.call(`/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(200);
      await expectWithinOneSecond(async () => (await other.call('/auth/session')).status === 401);
      expect((await person.call('/auth/session')).status).toBe(200);
    });

    it('end on sign-out, after the idle timeout and after the maximum lifetime', async () => {
      const person = await owner();
      expect((await person.call('/auth/sign-out', { method: 'POST' })).status).toBe(200);
      expect((await person.call('/auth/session')).status).toBe(401);
      const events = await api().pool.query(
        `select event from outbox_events where organization_id = $1 and event like 'security.auth%' order by seq, place`,
        [person.production.id],
      );
      expect(events.rows).toEqual([{ event: 'security.auth.logout' }]);
      for (const end of [`last_used_at = now() - interval '12 hours'`, `ends_at = now()`]) {
        const later = await signedUp();
        await api().pool.query(`update sessions set ${end} where user_id in (select id from users where email = $1)`, [
          later.email,
        ]);
        expect((await later.call('/auth/session')).status).toBe(401);
      }
    });

    it('are ended in another process within a second', async () => {
      const config = readConfig({
        ...testSecrets,
        DATABASE_URL: api().pool.options.connectionString,
        PORT: '0',
        LOG: 'silent',
      });
      if (!config.ok) throw new Error(config.error.join());
      const second = await createApp(config.value);
      try {
        await second.listen(0, '127.0.0.1');
        const at = await second.getUrl();
        const person = await signedUp();
        expect((await person.call('/auth/session', { at })).status).toBe(200);
        await person.call('/auth/sign-out', { method: 'POST' });
        await expectWithinOneSecond(async () => (await person.call('/auth/session', { at })).status === 401);
      } finally {
        await second.close();
      }
    });

    it('are ignored if an API key is sent, and give no access to routes that test keys', async () => {
      const person = await owner();
      const both = await person.call('/auth/test', { key: 'tms_development_wrong' });
      expect(both.status).toBe(401);
      const test = await person.inOrganization(person.production.id).call('/auth/test');
      expect([test.status, test.body.error.code]).toEqual([403, 'FORBIDDEN']);
    });
  });

  it('are visible in the database only to queries that name them', async () => {
    const { email } = await signedUp();
    await signIn(email, 'wrong password!');
    const server = api().app.get<PgPool>(pgPoolToken);
    for (const table of ['users', 'sessions', 'sign_in_attempts']) {
      const count = `select count(*)::int as n from ${table}`;
      expect([table, (await api().pool.query(count)).rows[0].n > 0]).toEqual([table, true]);
      expect([table, (await server.query(count)).rows[0].n]).toEqual([table, 0]);
    }
  });
});
