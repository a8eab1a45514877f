import type { TestApi } from './start-test-api.js';

/** Stores a rule and puts it in force; its id. */
export async function publishRule(api: TestApi, rule: object, status = 'active'): Promise<string> {
  const created = await api.call('/rules', { body: rule });
  if (created.status !== 201) throw new Error(`POST /rules answered ${created.status}: ${created.text}`);
  const { id } = created.body.rule;
  const published = await api.call(`/rules/${id}`, { method: 'PATCH', body: { status } });
  if (published.status !== 200) throw new Error(`PATCH /rules/${id} answered ${published.status}: ${published.text}`);
  return id;
}
