import { runDryRun } from '../../../apps/api/test/support/dry-run-calls.js';
import { publishRule } from '../../../apps/api/test/support/publish-rule.js';
import type { Body, TestApi } from '../../../apps/api/test/support/start-test-api.js';

/** Hits what is at least the parameter; of 1 to 60 dollars those from 50 on, until somebody changes it. */
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

/** How long a page is given in which a dry run has to end: on a machine with much to do its thread begins late. */
export const ended = { timeout: 45_000 };

export const period = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T23:59:59.999Z' };

/** The rule in force, and 60 payments of three days, every third from the web. */
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

/** A completed dry run of the rule with another limit, in which two records have labels. */
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
