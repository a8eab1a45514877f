import { WebhookStore } from '../../src/modules/delivery/webhooks/persistence/webhook-store.js';
import { TenantDatabase } from '../../src/platform/database/index.js';
import type { TestResponse, Body } from './start-test-api.js';
import { useOwnTestApi } from './use-test-api.js';

export const webhooksPath = '/webhook-config';
/** A public address written as numbers, so that no name is resolved. */
export const webhookUrl = 'https://93.184.216.34/hooks';

/** Provides a server whose webhooks are deleted after each test, and operations on it. */
export function useWebhooks() {
  const api = useOwnTestApi();
  afterEach(async () => void (await api().pool.query('delete from webhooks')));

  let made = 0;
  const bodyOf = (more: object = {}): object => {
    made += 1;
    return { name: `webhook ${made}`, url: webhookUrl, events: ['alert.created'], ...more };
  };
  return {
    api,
    bodyOf,
    create: async (more: object = {}, key?: string): Promise<{ webhook: Body; secret: string }> => {
      const answer = await api().call(webhooksPath, { body: bodyOf(more), ...(key && { key }) });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body as { webhook: Body; secret: string };
    },
    change: (id: string, body: object): Promise<TestResponse> =>
      api().call(`${webhooksPath}/${id}`, { method: 'PATCH', body }),
    remove: (id: string): Promise<TestResponse> => api().call(`${webhooksPath}/${id}`, { method: 'DELETE' }),
    rotate: (id: string, body: object = {}): Promise<TestResponse> =>
      api().call(`${webhooksPath}/${id}/rotate-secret`, { body }),
    /** Returns the secrets that sign its deliveries. */
    secretsOf: async (id: string): Promise<readonly string[]> => {
      const { organizationId } = api().production;
      const client = api().app.get(TenantDatabase).forOrganization(organizationId);
      const webhook = (await api().app.get(WebhookStore).findSigning(client, organizationId, id))!;
      return [webhook.secret, ...webhook.previousSecrets.map(({ secret }) => secret)];
    },
  };
}

/** Returns the status of an error response, its code and its details. */
export function problem({ status, body }: TestResponse): readonly unknown[] {
  const { code, details } = (body as { error: { code: string; details?: object } }).error;
  return [status, code, ...(Object.entries(details ?? {}).flat() as unknown[])];
}
