import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';
import { bodyOf, headersOfFile, serializedBody } from './media-types.js';
import { type RetryOptions, retryingFetch, type SendRequest } from './retrying-fetch.js';
import { TamisError } from './tamis-error.js';

interface Outcome<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** Types of responses are read-only throughout, which would remove the methods of a file. */
type Read<Answer> = Answer extends { readonly arrayBuffer: unknown; readonly stream: unknown } ? Blob : Answer;

/** Returns the response to a request. Throws `TamisError` if the request was rejected. */
export async function answerOf<Answer>(request: Promise<Outcome<Answer>>): Promise<Read<NonNullable<Answer>>> {
  const { data, error, response } = await request;
  if (!response.ok) throw TamisError.fromResponse(error, response);
  return data as Read<NonNullable<Answer>>;
}

interface PageOfList {
  readonly pagination: { readonly nextCursor: string | null };
}

/**
 * Reads all pages of a list, one after the other. `read` requests the page of a cursor, and the first one without. Rows that are added or
 * removed meanwhile move no other row to a page that was already read.
 */
export async function* pagesOf<Page extends PageOfList>(
  read: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let cursor: string | null | undefined;
  do {
    const page: Page = await read(cursor ?? undefined);
    yield page;
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
}

interface ServerOptions {
  /** URL of the server, such as `https://tamis.example.com`. */
  readonly url: string;
  /** Function that sends the requests. By default `fetch` of the platform. */
  readonly fetch?: SendRequest;
}

/** Options of a program. */
export interface TamisClientOptions extends ServerOptions, RetryOptions {
  /** An API key. */
  readonly key: string;
  /** The organization in which the program acts. Requests for enrichments include it. */
  readonly organizationId?: string;
}

/** Options of a page of the server, for which the browser sends the session cookie by itself. */
interface PageClientOptions extends ServerOptions {
  /**
   * The organization in which the user acts. Absent if the user belongs to only one, or if the request does not belong to an organization.
   */
  readonly organizationId?: string;
}

/** Each path and method of the API with its parameters, bodies and responses, e.g. `client.POST('/transactions', { body })`. */
export type TamisClient = Client<paths>;

const inOrganization = (id: string | undefined): Record<string, string> =>
  id === undefined ? {} : { 'x-organization-id': id };

type Call = (
  path: string,
  init?: {
    readonly parseAs?: string;
    readonly body?: unknown;
    readonly headers?: ConstructorParameters<typeof Headers>[0];
  },
) => Promise<Outcome<unknown>>;

/** Wraps a method so that the response is read by its media type unless the caller says otherwise. */
const byMediaType = <Method>(method: Method): Method => {
  const call: Call = async (path, init) => {
    const sent = { ...init, ...(init?.body instanceof Blob && { headers: headersOfFile(init.body, init.headers) }) };
    if (init?.parseAs !== undefined) return (method as Call)(path, sent);
    const outcome = await (method as Call)(path, { ...sent, parseAs: 'stream' });
    if (!outcome.response.ok || outcome.data === undefined) return outcome;
    return { data: await bodyOf(outcome.response), response: outcome.response };
  };
  return call as Method;
};

/** Returns a client for a program with an API key. Requests that fail for a passing reason are sent again. */
export function tamisClient({ url, key, organizationId, fetch: send, ...retry }: TamisClientOptions): TamisClient {
  return clientOf(
    url,
    { authorization: `Bearer ${key}`, ...inOrganization(organizationId) },
    retryingFetch(send ?? ((request) => fetch(request)), retry),
  );
}

/** Returns a client for a page of the server, which shows its user that a request failed instead of sending it again. */
export const pageClient = ({ url, organizationId, fetch: send }: PageClientOptions): TamisClient =>
  clientOf(url, inOrganization(organizationId), send);

function clientOf(url: string, headers: Record<string, string>, send: SendRequest | undefined): TamisClient {
  const client = createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers,
    bodySerializer: serializedBody,
    ...(send && { fetch: send }),
  });
  for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const)
    Object.assign(client, { [method]: byMediaType(client[method]) });
  return client;
}
