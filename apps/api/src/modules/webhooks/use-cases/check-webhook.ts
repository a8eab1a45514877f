import { addressProblem } from '../../../platform/egress/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';
import { unknownEvents } from '../domain/unknown-events.js';
import type { WebhookConfig } from '../domain/webhook.js';
import { headerProblems } from '../domain/webhook-headers.js';

/**
 * Throws 400 for what cannot be stored: `VALIDATION_ERROR`, `UNKNOWN_EVENT`, and `INVALID_URL` for an address that is not `https` or leads
 * elsewhere than to the public internet: its name is looked up. Members that are absent are not asked.
 */
export async function checkWebhook({ events, headers, url }: Partial<WebhookConfig>): Promise<void> {
  const wrongHeaders = headers && headerProblems(headers);
  if (wrongHeaders) throw invalid(wrongHeaders);
  const unknown = events && unknownEvents(events);
  if (unknown) throw new ApiError('UNKNOWN_EVENT', Object.values(unknown)[0]!, unknown);
  const problem = url === undefined ? null : await urlProblem(url);
  if (problem !== null) throw new ApiError('INVALID_URL', `url ${problem}`, { url: problem });
}

async function urlProblem(text: string): Promise<string | null> {
  // A parser of addresses leaves out spaces and line breaks, which nobody means.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'must be an address like https://example.com/hooks';
  const url = new URL(text);
  if (url.protocol !== 'https:') return `must begin with https://, not with ${url.protocol}`;
  if (url.hash !== '') return `must have no fragment ${url.hash}: it is never sent`;
  return addressProblem(url);
}
