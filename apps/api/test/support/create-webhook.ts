import type { TestResponse, Call } from './start-test-api.js';

export interface CreatedWebhook {
  readonly id: string;
  readonly secret: string;
}

type Caller = (path: string, call: Call) => Promise<TestResponse>;

/** Creates a webhook for all events, unless `more` says otherwise. */
export async function createWebhook(call: Caller, url: string, more: object = {}): Promise<CreatedWebhook> {
  const answer = await call('/webhook-config', { body: { name: 'Hook', url, events: ['*'], ...more } });
  if (answer.status !== 201) throw new Error(answer.text);
  const { webhook, secret } = answer.body as { webhook: { id: string }; secret: string };
  return { id: webhook.id, secret };
}
