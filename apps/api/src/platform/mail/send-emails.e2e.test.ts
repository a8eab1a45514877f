import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { inTransaction, newId, type Transaction } from '../database/index.js';
import { limits } from '../limits.js';
import { leaseEmails, renewEmails, settleEmails } from './email-queue.js';
import { enqueueEmails, type OutgoingEmail } from './index.js';
import { type MailReceiver, openMailReceiver, type ReceivedMail } from '../../../test/support/mail-receiver.js';
import { createPersonAgent } from '../../../test/support/person-agent.js';
import { startServer } from '../../../test/support/start-server.js';
import { testSecrets } from '../../../test/support/start-test-api.js';
import { password, usePeople } from '../../../test/support/use-people.js';
import { waitUntil } from '../../../test/support/wait-until.js';

const origin = 'https://app.example.com';
const from = 'tamis@example.com';

/** Returns the secret of the link in an email. */
const tokenIn = ({ text }: ReceivedMail): string => /#token=([\w-]{43})/.exec(text)![1]!;

describe('Emails', () => {
  const { api, newEmail, owner } = usePeople();
  const started: ChildProcess[] = [];
  const receivers: MailReceiver[] = [];

  /** Keeps leftovers of one test from affecting the next. */
  afterEach(async () => {
    for (const child of started.splice(0)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    for (const receiver of receivers.splice(0)) await receiver.close();
    await api().pool.query('delete from outgoing_emails');
  });

  const open = async (options?: Parameters<typeof openMailReceiver>[0]): Promise<MailReceiver> => {
    const receiver = await openMailReceiver(options);
    receivers.push(receiver);
    return receiver;
  };
  /** Starts a process that sends the emails queued by this one and others. */
  const launch = (mailUrl: string, onPrint?: (text: string) => void) => {
    const settings = { MAIL_URL: mailUrl, MAIL_FROM: from, PUBLIC_ORIGINS: origin, LOG: 'info' };
    const environment = { ...testSecrets, ...settings };
    return startServer(api().pool.options.connectionString!, environment, onPrint ?? (() => undefined));
  };
  const start = async (mailUrl: string, onPrint?: (text: string) => void): Promise<void> => {
    started.push((await launch(mailUrl, onPrint)).child);
  };
  const urlOf = ({ port }: MailReceiver): string => `smtp://tamis:p%40ss%20word@127.0.0.1:${port}`;
  const notify = (emails: readonly Partial<OutgoingEmail>[], organizationId = api().production.organizationId) =>
    inTransaction(api().pool, organizationId, async (client) =>
      enqueueEmails(
        client,
        emails.map((email) => ({
          ...{ organizationId, event: 'mail.notification' as const, recipient: newEmail(), lifeSeconds: 60 },
          ...{ payload: { title: 'T', body: 'B', link: '/x' } },
          ...email,
        })),
      ),
    );
  const rowOf = async (recipient: string) =>
    (
      await api().pool.query<{ outcome: string | null; problem: string | null; attempts: number; payload: object }>(
        'select outcome, problem, attempts, payload from outgoing_emails where recipient = $1',
        [recipient],
      )
    ).rows[0]!;
  const tryNow = () =>
    api().pool.query("update outgoing_emails set next_attempt_at = now() - interval '1 s' where outcome is null");

  describe('through one mail server', () => {
    let mailbox: MailReceiver;
    let child: ChildProcess;
    beforeAll(async () => {
      mailbox = await openMailReceiver();
      child = (await launch(urlOf(mailbox))).child;
    });
    beforeEach(() => {
      mailbox.received.length = 0;
      mailbox.answers.clear();
    });
    afterAll(async () => {
      const gone = child && once(child, 'exit');
      child?.kill('SIGTERM');
      await gone;
      await mailbox?.close();
    });

    it('contain working links to sign up, accept an invitation and reset a password', async () => {
      const [email, invited] = [newEmail(), newEmail()];
      const [person, other] = [createPersonAgent(api()), createPersonAgent(api())];
      await person.call('/auth/sign-up', { body: { email } });
      const [letter] = (await mailbox.waitFor(email)) as [ReceivedMail];
      expect(letter).toMatchObject({ subject: 'Finish signing up for Tamis', from: `"Tamis" <${from}>` });
      expect(letter.text).toContain(`${origin}/sign-up/complete#token=`);
      const completing = { token: tokenIn(letter), password };
      expect((await person.call('/auth/sign-up/complete', { body: completing })).status).toBe(201);

      const made = await person.call('/organizations', { body: { name: 'Bank & Söhne', countryCode: 'BR' } });
      const place = person.inOrganization((made.body as { production: { id: string } }).production.id);
      const roleId = (await place.call('/members')).body.members[0].role.id as string;
      await place.call('/members/invite', { body: { email: invited, roleId } });
      const [invitation] = (await mailbox.waitFor(invited)) as [ReceivedMail];
      expect(invitation.subject).toBe('You have been invited to Bank & Söhne');
      expect(invitation.text).toContain('with the role Owner');
      const accepting = { token: tokenIn(invitation), password };
      expect((await other.call('/auth/invitations/accept', { body: accepting })).status).toBe(200);

      await other.call('/auth/password/forgot', { body: { email: invited } });
      const [, reset] = (await mailbox.waitFor(invited, 2)) as [ReceivedMail, ReceivedMail];
      const next = { token: tokenIn(reset), password: 'another long password' };
      expect((await other.call('/auth/password/reset', { body: next })).status).toBe(200);
      await waitUntil(async () => (await rowOf(email)).outcome === 'sent');
      expect((await rowOf(email)).payload).toEqual({});
    });

    it('go to one address whatever it contains, and their texts add no headers', async () => {
      const strange = 'a@one.example, b@two.example';
      const recipient = newEmail();
      const title = 'Alert\r\nBcc: victim@three.example\r\n\r\nbody';
      const payload = { title, body: 'line\n.\nRCPT TO:<x@y.example>', link: '' };
      await notify([{ recipient: strange }, { recipient, payload }]);
      const [mail] = (await mailbox.waitFor(recipient)) as [ReceivedMail];
      expect([mail.subject, mail.text]).toEqual([
        expect.stringMatching(/^Alert Bcc: victim@three\.example +body$/),
        expect.stringContaining('RCPT TO:<x@y.example>'),
      ]);
      await waitUntil(async () => {
        const { outcome, problem } = await rowOf(strange);
        return outcome !== null || problem !== null;
      });
      const others = ['a@one.example', 'b@two.example', 'victim@three.example', 'x@y.example'];
      expect(mailbox.received.flatMap(({ to }) => to).filter((to) => others.includes(to))).toEqual([]);
    });

    it('are not retried after a permanent rejection, but retried with the same id after a temporary one', async () => {
      const [refused, later] = [newEmail(), newEmail()];
      mailbox.answers.set(refused, 550).set(later, 451);
      await notify([{ recipient: refused }, { recipient: later }]);
      await waitUntil(
        async () => (await rowOf(refused)).outcome === 'refused' && (await rowOf(later)).problem !== null,
      );
      expect((await rowOf(refused)).problem).toContain('550');
      expect(await rowOf(later)).toMatchObject({ outcome: null, attempts: 1, problem: expect.stringContaining('451') });
      mailbox.answers.clear();
      await tryNow();
      await mailbox.waitFor(later);
      await waitUntil(async () => (await rowOf(later)).outcome === 'sent');
      expect(mailbox.received.map(({ to }) => to)).toEqual([[later]]);
    });

    it('of a sandbox are not sent, nor more than the daily limit of an organization', async () => {
      const { production, sandbox } = await owner();
      await api().pool.query('delete from outgoing_emails');
      await api().pool.query(
        `insert into outgoing_emails (id, organization_id, event, recipient, payload, expires_at, outcome, ended_at)
         select gen_random_uuid(), $1, 'mail.notification', 'x@example.com', '{}', now(), 'sent', now() from generate_series(1, $2)`,
        [production.id, limits.emailsPerOrganizationDay],
      );
      const [one, two, three] = [newEmail(), newEmail(), newEmail()];
      await notify([{ recipient: one }], sandbox.id);
      await notify([{ recipient: two }], production.id);
      await notify([{ recipient: three }]);
      await mailbox.waitFor(three);
      await waitUntil(async () => (await rowOf(one)).outcome === 'simulated' && (await rowOf(two)).problem !== null);
      expect(await rowOf(two)).toMatchObject({ outcome: null, attempts: 0 });
      expect(mailbox.received.filter(({ to }) => to.includes(one) || to.includes(two))).toEqual([]);
    });
  });

  it('wait while the mail server is unreachable or rejects our credentials', async () => {
    const gone = await open();
    await start(urlOf(gone));
    await gone.close();
    receivers.length = 0;
    const recipient = newEmail();
    await notify([{ recipient }]);
    await waitUntil(async () => (await rowOf(recipient)).problem !== null);
    const back = await open({ port: gone.port });
    await tryNow();
    await back.waitFor(recipient);

    const other = newEmail();
    await start(`smtp://tamis:wrong@127.0.0.1:${back.port}`);
    started.shift()!.kill('SIGKILL');
    await notify([{ recipient: other }]);
    await waitUntil(async () => (await rowOf(other)).problem !== null);
    expect(await rowOf(other)).toMatchObject({ outcome: null, problem: expect.stringContaining('EAUTH') });
  });

  it('are not sent to a server that cannot prove its identity', async () => {
    const mailbox = await open({ secure: true });
    await start(`smtps://tamis:p%40ss%20word@127.0.0.1:${mailbox.port}`);
    const recipient = newEmail();
    await notify([{ recipient }]);
    await waitUntil(async () => (await rowOf(recipient)).problem !== null);
    expect((await rowOf(recipient)).outcome).toBeNull();
    expect(mailbox.received).toEqual([]);
  });

  it('are sent once by several processes, and no log contains their recipients', async () => {
    const mailbox = await open();
    const recipients = Array.from({ length: 200 }, newEmail);
    mailbox.answers.set(recipients[0]!, 550);
    await notify(recipients.map((recipient) => ({ recipient })));
    let printed = '';
    for (let n = 0; n < 2; n += 1) await start(urlOf(mailbox), (text) => void (printed += text));
    await waitUntil(() => mailbox.received.length >= 199);
    await waitUntil(async () => (await rowOf(recipients[0]!)).outcome === 'refused');
    expect(mailbox.received.map(({ to }) => to[0]).sort()).toEqual(recipients.slice(1).sort());
    expect(new Set(mailbox.received.map(({ messageId }) => messageId)).size).toBe(199);
    await waitUntil(() => printed.includes('was refused'));
    expect(printed).not.toContain('@example.com');
  });

  describe('without a mail server', () => {
    it('stay leased to the process that sends them until its lease ends and another takes over', async () => {
      const recipient = newEmail();
      await notify([{ recipient }]);
      const within = <T>(work: (client: Transaction) => Promise<T>) => inTransaction(api().pool, null, work);
      const take = () => within((client) => leaseEmails(client, { most: 20, leaseMs: 60_000, dailyLimit: 1_000 }));
      const taken = await take();
      expect([taken.length, (await take()).length]).toEqual([1, 0]);
      const isFree = async (): Promise<boolean> => {
        const { rows } = await api().pool.query('select next_attempt_at <= now() as free from outgoing_emails');
        return (rows[0] as { free: boolean }).free;
      };
      await tryNow();
      await within((client) => renewEmails(client, taken, 60_000));
      expect(await isFree()).toBe(false);
      await tryNow();
      expect(await take()).toMatchObject([{ attempt: 2 }]);
      await tryNow();
      // The first process has lost the email: it neither renews it nor schedules a retry, but its success counts.
      await within((client) => renewEmails(client, taken, 60_000));
      const told = { id: taken[0]!.id, attempt: 1, problem: 'slow', retrySeconds: 600 };
      await within((client) => settleEmails(client, [{ ...told, outcome: null }]));
      expect([await isFree(), await rowOf(recipient)]).toMatchObject([true, { outcome: null, problem: null }]);
      await within((client) => settleEmails(client, [{ ...told, outcome: 'sent' }]));
      expect(await rowOf(recipient)).toMatchObject({ outcome: 'sent' });
    });

    it('are replaced by links for member managers: invitations, and password resets for own members only', async () => {
      const by = await owner();
      const place = by.inOrganization(by.production.id);
      const email = newEmail();
      const roleId = (await place.call('/members')).body.members[0].role.id as string;
      const { body: made } = await place.call('/members/invite', { body: { email, roleId } });
      expect(made.invitation).toEqual({
        ...{ token: expect.stringMatching(/^[\w-]{43}$/), link: null },
        validForSeconds: limits.invitationLifeSeconds,
      });
      const other = createPersonAgent(api());
      const accepting = { token: made.invitation.token as string, password };
      expect((await other.call('/auth/invitations/accept', { body: accepting })).status).toBe(200);

      const path = `/members/${made.member.id}/password-reset`;
      const reset = await place.call(path, { method: 'POST' });
      expect([reset.status, reset.body.passwordReset.validForSeconds]).toEqual([202, limits.resetLifeSeconds]);
      const next = { token: reset.body.passwordReset.token as string, password: 'another long password' };
      expect((await other.call('/auth/password/reset', { body: next })).status).toBe(200);
      expect((await other.call('/auth/password/reset', { body: next })).body.error.code).toBe('INVALID_TOKEN');
      expect((await other.call('/auth/sign-in', { body: { email, password: next.password } })).status).toBe(200);
      const { events } = (await place.call(`/audit/events?resourceType=member&resourceId=${made.member.id}`)).body;
      expect(events.map(({ event }: { event: string }) => event)).toContain('member_password_link_created');
      // Their account now opens a second organization.
      await other.call('/organizations', { body: { name: 'Own', countryCode: 'BR' } });
      const refused = await place.call(path, { method: 'POST' });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    });

    it('yield no reset link for members with more permissions, pending or unknown members, or API keys', async () => {
      const by = await owner();
      const place = by.inOrganization(by.production.id);
      const roles = (await place.call('/roles')).body.roles as { id: string; name: string }[];
      const admin = roles.find(({ name }) => name === 'Admin')!.id;
      const { body } = await place.call('/members/invite', { body: { email: newEmail(), roleId: admin } });
      const waiting = await place.call(`/members/${body.member.id}/password-reset`, { method: 'POST' });
      expect([waiting.status, waiting.body.error.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
      const other = createPersonAgent(api());
      await other.call('/auth/invitations/accept', { body: { token: body.invitation.token as string, password } });
      const members = (await place.call('/members')).body.members as { id: string; email: string }[];
      const boss = members.find(({ email }) => email === by.email)!.id;
      const up = await other
        .inOrganization(by.production.id)
        .call(`/members/${boss}/password-reset`, { method: 'POST' });
      expect([up.status, up.body.error.code]).toEqual([403, 'PERMISSION_ESCALATION']);
      const unknown = await place.call(`/members/${newId()}/password-reset`, { method: 'POST' });
      expect(unknown.status).toBe(404);
      const made = await place.call('/api-keys', { body: { name: 'k', permissions: ['members:manage'] } });
      const byKey = await api().call(`/members/${body.member.id}/password-reset`, {
        ...{ method: 'POST', key: made.body.key as string },
      });
      expect([byKey.status, byKey.body.error.code]).toEqual([403, 'FORBIDDEN']);
    });
  });
});
