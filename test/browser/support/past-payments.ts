import { runDryRun } from '../../../apps/api/test/support/dry-run-calls.js';
import { publishRule } from '../../../apps/api/test/support/publish-rule.js';
import type { Body, TestApi } from '../../../apps/api/test/support/start-test-api.js';

/** Returns a rule that hits payments of at least the parameter: with a limit of 50, of payments from 1 to 60 dollars those from 50 on. */
export const thresholdRule = (limit: number): string =>
  `param limit = ${limit} USD between 10 USD and 100 USD step 10 USD
rule big "Big" {
  on transaction (created)
  category fraud
  score 30
  when transaction.amount >= limit
  then suggest FLAG
}
`;

/** Time allowed for a page in which a dry run must end: on a busy machine its thread starts late. */
export const ended = { timeout: 45_000 };

export const period = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T23:59:59.999Z' };

/** Publishes the rule and stores 60 payments on three days, every third one from the web. */
export async function storePast(api: TestApi): Promise<{ readonly ruleId: string; readonly ids: readonly string[] }> {
  const ruleId = await publishRule(api, { source: thresholdRule(50) });
  const ids: string[] = [];
  for (let index = 0; index < 60; index += 1) {
    const body = {
      externalId: `p-${index}`,
      type: 'PAYMENT',
      amount: index + 1,
      currency: 'USD',
      originExternalId: `customer-${index % 3}`,
      ...(index % 3 === 0 && { channel: 'web' }),
      transactedAt: new Date(Date.parse(period.from) + index * 3_600_000).toISOString(),
    };
    const { status, body: made, text } = await api.call('/transactions', { body });
    if (status >= 300) throw new Error(text);
    ids.push((made as { transaction: { id: string } }).transaction.id);
  }
  return { ruleId, ids };
}

/** Makes a completed dry run of the rule with another limit, in which two records have labels. */
export const runLower = (api: TestApi, name = 'lower'): Promise<Body> =>
  runDryRun(api, {
    source: thresholdRule(40),
    name,
    ...period,
    labels: {
      inline: [
        { externalId: 'p-45', label: 'positive' },
        { externalId: 'p-46', label: 'negative' },
      ],
    },
  });
