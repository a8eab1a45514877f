import { createRule } from './rule-samples.js';
import type { TestApi } from './start-test-api.js';

/** Stores a rule, gives it the status, and returns its id. */
export async function publishRule(api: TestApi, rule: object, status = 'active'): Promise<string> {
  const { id } = (await createRule(api, rule)) as { id: string };
  const published = await api.call(`/rules/${id}`, { method: 'PATCH', body: { status } });
  if (published.status !== 200) throw new Error(`PATCH /rules/${id} answered ${published.status}: ${published.text}`);
  return id;
}
