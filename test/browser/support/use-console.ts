import { makeSignInLink } from '../../../apps/api/src/modules/tenancy/people/index.js';
import type { TestApi } from '../../../apps/api/test/support/start-test-api.js';
import { useOwnTestApi } from '../../../apps/api/test/support/use-test-api.js';
import { type OpenedPage, useBrowser } from './use-browser.js';

/** Starts a server with its pages, and a browser. */
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
  /** Returns the address of a link that signs in an owner of the test's organization. */
  const newLink = async (email?: string): Promise<string> => `/console/#link=${await newToken(email)}`;
  /** Opens a page at a path below the organization, as somebody who signed in with a link. */
  const openAs = async (
    path: string,
    options?: Parameters<typeof browser.open>[1],
    email?: string,
    prepare?: Parameters<typeof browser.open>[2],
  ): Promise<OpenedPage> => {
    const token = await newToken(email);
    return browser.open(`/console/${api().production.organizationId}${path}`, options, async (context) => {
      const response = await context.request.post(`${api().url}/auth/link`, { data: { token } });
      if (!response.ok()) throw new Error(await response.text());
      await prepare?.(context);
    });
  };
  return { ...browser, api, newLink, openAs };
}

/** Sends payments of one customer, the newest last, and returns their ids. `name` is the prefix of their external ids. */
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
