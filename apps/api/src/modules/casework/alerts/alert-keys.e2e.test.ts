import { randomBytes } from 'node:crypto';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('an alert raised once per value', () => {
  const api = useTestApi();

  it('is raised for a value that is too long for an index, and repeated only for the same one', async () => {
    await publishRule(api(), {
      source: `rule long_dedupe "long" {
        on transaction (created)
        when transaction.category = "long"
        then alert HIGH "x" once per transaction.metadata.note in 24h
      }`,
    });
    const pay = async (externalId: string, note: string) => {
      const payment = {
        type: 'PAYMENT',
        amount: 10,
        currency: 'USD',
        category: 'long',
        externalId,
        metadata: { note },
      };
      const { status, body } = await api().call('/transactions', { body: payment });
      expect(status).toBe(201);
      const [alert] = body.rulesExecutionSummary.actionsExecuted.alerts;
      return alert as { alertId: string; deduplicatedInto?: string };
    };
    const note = randomBytes(4_000).toString('base64');
    const first = await pay('long-1', note);
    expect((await pay('long-2', note)).deduplicatedInto).toBe(first.alertId);
    expect((await pay('long-3', `${note}.`)).deduplicatedInto).toBeUndefined();
  });
});
