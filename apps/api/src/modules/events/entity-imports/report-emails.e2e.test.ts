import { type KillableServer, startKillable } from '../../../../test/support/killable-server.js';
import { type MailReceiver, openMailReceiver } from '../../../../test/support/mail-receiver.js';
import { formCall } from '../../../../test/support/send-form.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const path = '/entities/batch/background';
const good = { type: 'person', name: 'Ana Souza', countryCode: 'BR' };
const bad = { type: 'person', countryCode: 'BR' };

describe('import report emails', () => {
  const api = useTestApi();
  let receiver: MailReceiver;
  let server: KillableServer;
  beforeAll(async () => {
    receiver = await openMailReceiver();
    const url = `smtp://tamis:p%40ss%20word@127.0.0.1:${receiver.port}`;
    server = await startKillable(api(), { LOG: 'error', MAIL_URL: url, MAIL_FROM: 'tamis@example.com' });
  });
  afterAll(async () => {
    await server.kill();
    await receiver.close();
  });

  it('are sent once to each address in the requested language and contain no row data', async () => {
    const emails = ['ana.report@example.com', 'eva.report@example.com'];
    const body = { entities: [good, bad, good], reportRecipientEmails: [...emails, emails[0]], emailLocale: 'es' };
    const sent = await server.ask(path, { body });
    expect(sent!.status).toBe(202);
    const { jobId } = sent!.body as { readonly jobId: string };
    for (const to of emails) {
      const [mail, ...more] = await receiver.waitFor(to);
      expect(more).toEqual([]);
      expect(mail).toMatchObject({ subject: 'Importación completada', to: [to] });
      expect(mail!.text).toContain('Filas: 3\nGuardadas: 2\nNo guardadas: 1\nOmitidas: 0\n');
      expect(mail!.text).toContain(`GET /batch-import/entity-jobs/${jobId}/failures.csv`);
      expect(mail!.text).not.toContain('Ana');
    }
    const job = await server.ask(`/batch-import/jobs/${jobId}`);
    expect(job!.body.job).toMatchObject({ succeeded: 2, failed: 1 });
    expect(job!.text).not.toContain('report@example.com');
  });

  it('name the uploaded file', async () => {
    const fields = { reportRecipientEmails: '["file.report@example.com"]' };
    const form = await formCall([['march.csv', 'type,name,country_code\nperson,Ana Souza,BR']], fields);
    expect((await server.ask('/batch-import/import/entities', form))!.status).toBe(202);
    const [mail] = await receiver.waitFor('file.report@example.com');
    expect(mail!.subject).toBe('Import completed: march.csv');
  });

  it.each([
    ['more than ten', Array.from({ length: 11 }, (_, n) => `a${n}@example.com`)],
    ['what is no address', ['ana@example.com', 'eva']],
    ['an address that is too long', [`${'a'.repeat(300)}@example.com`]],
  ])('are rejected for %s', async (_, reportRecipientEmails) => {
    const { status, body } = (await server.ask(path, { body: { entities: [good], reportRecipientEmails } }))!;
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(body.error.details as object).join()).toContain('reportRecipientEmails');
  });

  it.each(['{"a":1}', '["ana@example.com"', '"ana@example.com"', '[1]'])(
    'are rejected for the field value %s',
    async (text) => {
      const form = await formCall([['a.csv', 'type,name,country_code\nperson,Ana,BR']], {
        reportRecipientEmails: text,
      });
      const { status, body } = (await server.ask('/batch-import/import/entities', form))!;
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  it('are rejected if no mail server is configured, and nothing is stored', async () => {
    const body = { entities: [good], reportRecipientEmails: ['ana@example.com'] };
    const answer = await api().call(path, { body });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'FEATURE_NOT_ENABLED']);
    expect(answer.body.error.message).toContain('MAIL_URL');
    // No batch is in progress that would cause another one to be refused.
    expect((await api().call(path, { body: { entities: [good] } })).status).toBe(202);
  });
});
