import type { TestResponse } from './start-test-api.js';
import { useLists } from './use-lists.js';

/** Returns the text of one rule. */
export const rule = (when: string, on = 'transaction', then = 'suggest BLOCK'): string =>
  `rule tried "Tried" {\n  on ${on}\n  score 40\n  when ${when}\n  then ${then}\n}\n`;

/** Returns a payment of 700 dollars, as it is created. */
export const transactionOf = (more: object = {}): Record<string, unknown> => ({
  externalId: 'sent',
  type: 'PAYMENT',
  amount: 700,
  currency: 'USD',
  transactedAt: '2026-03-01T12:00:00Z',
  ...more,
});

/**
 * Provides a server for the tests of one file with `ana`, two of her payments and a rate of reais, and evaluates rules on records sent with
 * the request.
 */
export function useInlineRecords() {
  const lists = useLists();
  const { api } = lists;
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await api().call(path, { body });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  beforeAll(async () => {
    await post('/entities', { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' });
    for (const at of [1, 2])
      await post(
        '/transactions',
        transactionOf({ externalId: `p-${at}`, originExternalId: 'ana', transactedAt: `2026-03-01T0${at}:00:00Z` }),
      );
    const rates = [{ base: 'USD', quote: 'BRL', date: '2026-03-01', rate: 5 }];
    await api().call('/currency-rates', { method: 'PUT', body: { rates } });
  });

  const execute = (source: string, record: unknown, more: object = {}, key?: string): Promise<TestResponse> =>
    api().call('/rules/execute', { body: { source, on: { record }, ...more }, ...(key && { key }) });
  const outcome = async (source: string, record: unknown): Promise<string> => {
    const answer = await execute(source, record);
    if (answer.status !== 200) throw new Error(answer.text);
    const { results } = answer.body as { results: { outcome: string }[] };
    expect(results).toHaveLength(1);
    return results[0]!.outcome;
  };
  /** Returns the error of a rejected request: status, code and the paths of the details. */
  const refusal = async (source: string, record: unknown): Promise<unknown> => {
    const answer = await execute(source, record);
    const { error } = answer.body as { error: { code: string; details?: object } };
    return [answer.status, error.code, Object.keys(error.details ?? {})];
  };
  return { ...lists, post, execute, outcome, refusal };
}
