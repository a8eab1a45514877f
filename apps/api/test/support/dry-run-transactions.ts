import { publishRule } from './publish-rule.js';
import { startOwnTestApi, type TestApi } from './start-test-api.js';

const hourMs = 3_600_000;
const start = Date.parse('2026-03-01T00:00:00Z');
export const storedTransactions = 60;
/** Period that contains every payment. */
export const period = { from: '2026-03-01T00:00:00Z', to: '2026-03-31T00:00:00Z' };

export const largeTransaction = (limit: number): string =>
  `param limit = ${limit} USD between 10 USD and 100 USD step 10 USD
rule big "Big" {
  on transaction (created)
  score 30
  when transaction.amount >= limit
  then suggest FLAG
}
`;

/** Returns one of the payments: 1 to 60 dollars, one per hour, every third from the web. */
const transactionOf = (index: number): object => ({
  externalId: `p-${index}`,
  type: 'PAYMENT',
  amount: index + 1,
  currency: 'USD',
  originExternalId: `customer-${index % 3}`,
  ...(index % 3 === 0 && { channel: 'web' }),
  transactedAt: new Date(start + index * hourMs).toISOString(),
});

/** A server with the payments, which were sent while the rule `big` was active with a limit of 50 USD. */
export interface DryRunApi {
  readonly api: TestApi;
  readonly rule: string;
  /** Ids of the payments, in order. */
  readonly ids: readonly string[];
}

export async function startDryRunApi(): Promise<DryRunApi> {
  const api = await startOwnTestApi();
  for (const customer of [0, 1, 2])
    await api.call('/entities', {
      body: { type: 'person', name: 'Ana', countryCode: 'BR', externalId: `customer-${customer}` },
    });
  const rule = await publishRule(api, { source: largeTransaction(50) });
  const ids: string[] = [];
  for (let index = 0; index < storedTransactions; index += 1) {
    const answer = await api.call('/transactions', { body: transactionOf(index) });
    ids.push((answer.body as { readonly transaction: { readonly id: string } }).transaction.id);
  }
  return { api, rule, ids };
}
