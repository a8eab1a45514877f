import { answerOf, pageClient, type TamisClient } from '@tamis/client';
import { keepDigits } from './exact-json.js';

export { answerOf, type TamisClient };

const json = 'application/json';

/** `crypto.randomUUID` is not available over HTTP, except on localhost. */
const newKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

/** Sends a request and keeps exact numbers in the response. A POST takes effect once, however often the network repeats it. */
async function send(request: Request): Promise<Response> {
  if (request.method === 'POST' && !request.headers.has('idempotency-key'))
    request.headers.set('idempotency-key', newKey());
  const response = await fetch(request);
  if (!response.headers.get('content-type')?.includes(json)) return response;
  const { status, statusText, headers } = response;
  return new Response(keepDigits(await response.text()), { status, statusText, headers });
}

const clients = new Map<string, TamisClient>();

/** Returns the client for requests to an organization with the session of the browser. */
export function clientOf(organizationId: string): TamisClient {
  const known = clients.get(organizationId);
  if (known) return known;
  const made = pageClient({ url: location.origin, organizationId, fetch: send });
  clients.set(organizationId, made);
  return made;
}

/** Client for requests about the user, outside of any organization. */
export const ownClient: TamisClient = pageClient({ url: location.origin, fetch: send });
