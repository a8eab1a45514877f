import type { TestApi } from './start-test-api.js';

/** Creates a key of the organization of `api` that has only these permissions. */
export async function createKeyWith(api: Pick<TestApi, 'call'>, ...permissions: readonly string[]): Promise<string> {
  const answer = await api.call('/api-keys', { body: { name: 'some', permissions } });
  return (answer.body as { readonly key: string }).key;
}
