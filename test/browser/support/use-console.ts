import { makeSignInLink } from '../../../apps/api/src/modules/tenancy/people/index.js';
import type { TestApi } from '../../../apps/api/test/support/start-test-api.js';
import { useOwnTestApi } from '../../../apps/api/test/support/use-test-api.js';
import { type OpenedPage, useBrowser } from './use-browser.js';

/** A server with its pages, and a browser before it. */
export function useConsole() {
  const api = useOwnTestApi();
  const browser = useBrowser(() => api().url);
  let made = 0;

  const newToken = async (email = `owner-${(made += 1)}@example.com`): Promise<string> => {
    const { organizationId } = api().production;
    const link = await makeSignInLink(api().pool, { organizationId, email });
    if (!link.ok) throw new Error(link.error);
    return link.value.token;
  };
  /** The address of a link that signs an owner of the test's organization in. */
  const newLink = async (email?: string): Promise<string> => `/console/#link=${await newToken(email)}`;
  /** A page of somebody who signed in by a link, at a path below the organization. */
  const openAs = async (
    path: string,
    options?: Parameters<typeof browser.open>[1],
    email?: string,
  ): Promise<OpenedPage> => {
    const token = await newToken(email);
    return browser.open(`/console/${api().production.organizationId}${path}`, options, async ({ request }) => {
      const response = await request.post(`${api().url}/auth/link`, { data: { token } });
      if (!response.ok()) throw new Error(await response.text());
    });
  };
  return { ...browser, api, newLink, openAs };
}

/** Payments of one customer, the newest last; their ids. `name`: what their external ids begin with. */
export async function sendPayments(
  api: TestApi,
  amounts: readonly number[],
  name = 'bread',
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, amount] of amounts.entries()) {
    const body = {
      externalId: `${name}-${index + 1}`,
      type: 'PAYMENT',
      amount,
      currency: 'USD',
      originExternalId: 'cust-1',
    };
    const answer = await api.call('/transactions', { body });
    if (answer.status >= 300) throw new Error(answer.text);
    ids.push((answer.body as { transaction: { id: string } }).transaction.id);
  }
  return ids;
}
