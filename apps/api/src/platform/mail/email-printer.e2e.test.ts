import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { createPersonAgent } from '../../../test/support/person-agent.js';
import { personEmails } from '../../../test/support/person-emails.js';
import { startServer } from '../../../test/support/start-server.js';
import { testSecrets } from '../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../test/support/use-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';

const password = 'a long enough password';

describe('emails of a server that prints them', () => {
  const api = useOwnTestApi();
  const started: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of started.splice(0)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });

  const start = async (settings: Readonly<Record<string, string>>) => {
    let printed = '';
    const hear = (text: string): void => void (printed += text);
    const { child, url } = await startServer(
      api().pool.options.connectionString!,
      { ...testSecrets, ...settings },
      hear,
    );
    started.push(child);
    return { url, printed: () => printed };
  };

  it('are printed on a trial server, and their tokens allow signing up and inviting', async () => {
    const { url: at, printed } = await start({ SHOW_EMAILS: 'on' });
    const tokenOf = async (event: string, to: string): Promise<string> => {
      const line = new RegExp(`^Email to ${to}: ${event}, token ([\\w-]{43})$`, 'm');
      await waitUntil(() => line.test(printed()));
      return line.exec(printed())![1]!;
    };
    const [person, other] = [createPersonAgent(api()), createPersonAgent(api())];
    await person.call('/auth/sign-up', { at, body: { email: 'ana@example.com' } });
    const token = await tokenOf('mail.sign_up', 'ana@example.com');
    expect((await person.call('/auth/sign-up/complete', { at, body: { token, password } })).status).toBe(201);
    const made = await person.call('/organizations', { at, body: { name: 'First', countryCode: 'BR' } });
    const place = person.inOrganization((made.body as { production: { id: string } }).production.id);
    const roleId = (await place.call('/members', { at })).body.members[0].role.id as string;
    await place.call('/members/invite', { at, body: { email: 'Eva@example.com', roleId } });
    const accepting = { token: await tokenOf('mail.invitation', 'eva@example.com'), password };
    expect((await other.call('/auth/invitations/accept', { at, body: accepting })).status).toBe(200);
    await other.call('/auth/sign-up', { at, body: { email: 'eva@example.com' } });
    await waitUntil(() => printed().includes('Email to eva@example.com: mail.sign_up_again\n'));
  });

  it('are otherwise written to no log, nor are their contents', async () => {
    const { url: at, printed } = await start({ LOG: 'debug' });
    const person = createPersonAgent(api());
    const email = 'ida@example.com';
    await person.call('/auth/sign-up', { at, body: { email } });
    await waitUntil(async () => (await personEmails(api(), 'mail.sign_up', email)).length === 1);
    const { token } = (await personEmails(api(), 'mail.sign_up', email))[0]!;
    const answer = await person.call('/auth/sign-up/complete', { at, body: { token, password } });
    expect((await person.call('/auth/sign-up/complete', { at, body: { token, password } })).status).toBe(400);
    await waitUntil(() => (printed().match(/sign-up\/complete/g) ?? []).length >= 2);
    const secrets = [
      token,
      password,
      email,
      ...answer.headers.getSetCookie().map((cookie) => /=([^;]+)/.exec(cookie)![1]!),
    ];
    expect(secrets.filter((secret) => printed().includes(secret))).toEqual([]);
  });
});
