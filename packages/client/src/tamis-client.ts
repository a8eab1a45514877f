import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';
import { bodyOf, headersOfFile, serializedBody } from './media-types.js';
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

interface ServerOptions {
  /** URL of the server, such as `https://tamis.example.com`. */
  readonly url: string;
  /** Function that sends the requests. By default `fetch` of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Options of a program. */
interface KeyOptions extends ServerOptions {
  /** An API key. */
  readonly key: string;
  /** The organization in which the program acts. Requests for enrichments include it. */
  readonly organizationId?: string;
}

/** Options of a page of the server, for which the browser sends the session cookie by itself. */
interface SessionOptions extends ServerOptions {
  readonly key?: never;
  /**
   * The organization in which the user acts. Absent if the user belongs to only one, or if the request does not belong to an organization.
   */
  readonly organizationId?: string;
}

export type TamisClientOptions = KeyOptions | SessionOptions;

/** Each path and method of the API with its parameters, bodies and responses, e.g. `client.POST('/transactions', { body })`. */
export type TamisClient = Client<paths>;

const identify = ({ key, organizationId }: TamisClientOptions): Record<string, string> => ({
  ...(key !== undefined && { authorization: `Bearer ${key}` }),
  ...(organizationId !== undefined && { 'x-organization-id': organizationId }),
});

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

export function tamisClient(options: TamisClientOptions): TamisClient {
  const client = createClient<paths>({
    baseUrl: options.url.replace(/\/+$/, ''),
    headers: identify(options),
    bodySerializer: serializedBody,
    ...(options.fetch && { fetch: options.fetch }),
  });
  for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const)
    Object.assign(client, { [method]: byMediaType(client[method]) });
  return client;
}
