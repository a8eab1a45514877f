import { publishRule } from '../../../../test/support/publish-rule.js';
import { sendForm } from '../../../../test/support/send-form.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const ruleOn = (subject: string, condition: string): { readonly source: string } => ({
  source: `rule any_${subject.toLowerCase()} "Any ${subject}" {\n  on ${subject}\n  score 10\n  when ${condition}\n}\n`,
});

describe('rule sets of a batch job', () => {
  const api = useTestApi();
  const post = async (path: string, sent: object): Promise<Body> => {
    const { status, body, text } = await api().call(path, { body: sent });
    if (status >= 300) throw new Error(text);
    return body;
  };
  const activeVersion = async (): Promise<string> => (await api().call('/rule-sets/active')).body.ruleSet.version;
  const ended = async (jobId: string): Promise<Body> => {
    let job: Body = {};
    await waitUntil(async () => {
      job = (await api().call(`/batch-import/jobs/${jobId}`)).body.job;
      return job['completedAt'] !== null;
    });
    return job;
  };
  const versionsOf = async (jobId: string): Promise<unknown> => (await ended(jobId))['metadata'].ruleSetVersions;

  beforeAll(async () => {
    await publishRule(api(), ruleOn('transaction', 'transaction.amount >= 1 USD'));
    await publishRule(api(), ruleOn('person', 'entity.countryCode = "BR"'));
    await publishRule(api(), ruleOn('userEvent', 'event.eventType = "LOGIN_SUCCESS"'));
  });

  const payments = async (mark: string, more: object = {}, amounts = [5, 6]): Promise<string> => {
    const transactions = amounts.map((amount, n) => ({
      ...{ externalId: `${mark}-${n}`, type: 'FEE', amount, currency: 'USD' },
    }));
    return (await post('/transactions/batch/background', { transactions, ...more })).jobId;
  };

  it('are listed in the job and are those that decided its rows', async () => {
    const first = await activeVersion();
    expect(await versionsOf(await payments('sets'))).toEqual([first]);
    await publishRule(api(), {
      source: ruleOn('transaction', 'transaction.amount >= 2 USD').source.replaceAll('ny', 'll'),
    });
    const second = await activeVersion();
    expect(second).not.toBe(first);
    const people = ['Ana', 'Bia'].map((name) => ({ type: 'person', name, countryCode: 'BR' }));
    const { jobId } = await post('/entities/batch/background', { entities: people });
    expect(await versionsOf(jobId)).toEqual([second]);
    const { mapping } = await post('/batch-import/mappings', {
      ...{
        name: 'logins',
        target: 'user_event',
        columnMapping: { what: 'eventType', user: 'userId', who: 'entityId' },
      },
    });
    const { entity } = await post('/entities', people[0]!);
    const csv = `what,user,who\nLOGIN_SUCCESS,u-1,${entity.id}\n`;
    const fields = { mappingId: mapping.id };
    const sent = await sendForm(api(), '/batch-import/import/user-events', [['a.csv', csv]], fields);
    expect(await versionsOf(sent.body.jobId)).toEqual([second]);
  });

  it('are absent when no rules ran or nothing is stored', async () => {
    expect(await versionsOf(await payments('plain', { executeRules: false }))).toBeUndefined();
    const undone = await payments('undone', { batchErrorHandling: 'rollback_all' }, [5, -1]);
    expect(await ended(undone)).toMatchObject({ status: 'failed', succeeded: 0 });
    expect(await versionsOf(undone)).toBeUndefined();
  });
});
