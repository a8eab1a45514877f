import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { period, startDryRunApi } from '../../../../test/support/dry-run-transactions.js';
import type { TestApi } from '../../../../test/support/start-test-api.js';

describe('dry runs', () => {
  let api: TestApi;
  let ids: readonly string[];
  beforeAll(async () => {
    ({ api, ids } = await startDryRunApi());
  });
  afterAll(() => api?.stop());

  it('mask sensitive fields in explanations according to the permissions of the reader', async () => {
    const condition = 'substring(origin.name, 2, 2) != "q" and origin.name != "q"';
    const source = `rule named "named" { on transaction (created) when ${condition} then suggest FLAG }`;
    const run = await runDryRun(api, { source, ...period, only: true, against: 'none' });
    const path = `/rules/dry-runs/${run.id}/matches/${ids[20]}`;
    const plain = await createKeyWith(api, 'rules:execute', 'transactions:read', 'entities:read', 'events:read');
    const [seen, hidden] = [await api.call(path), await api.call(path, { key: plain })].map(({ text }) => text);
    for (const text of ['"actual":"na"', '"actual":"Ana"'])
      expect([text, seen!.includes(text), hidden!.includes(text)]).toEqual([text, true, false]);
    expect(hidden).toContain('"actual":"****"');
  });
});
