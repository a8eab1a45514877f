import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';
import { bodyOf, headersOfFile, serializedBody } from './media-types.js';
import { TamisError } from './tamis-error.js';

interface Outcome<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** Types of answers are read-only throughout, which takes the methods of a file from it. */
type Read<Answer> = Answer extends { readonly arrayBuffer: unknown; readonly stream: unknown } ? Blob : Answer;

/** The answer to a request; throws `TamisError` where it was refused. */
export async function answerOf<Answer>(request: Promise<Outcome<Answer>>): Promise<Read<NonNullable<Answer>>> {
  const { data, error, response } = await request;
  if (!response.ok) throw TamisError.fromResponse(error, response);
  return data as Read<NonNullable<Answer>>;
}

interface ServerOptions {
  /** Of the server, as `https://tamis.example.com`. */
  readonly url: string;
  /** What sends the requests; absent: `fetch` of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What a program has. */
interface KeyOptions extends ServerOptions {
  /** An API key. */
  readonly key: string;
  /** Where it acts, which requests for enrichments name. */
  readonly organizationId?: string;
}

/** What a page of the server has: the browser sends the cookie of the session by itself. */
interface SessionOptions extends ServerOptions {
  readonly key?: never;
  /** Where the person acts; absent where they are in one organization, or the request is of none. */
  readonly organizationId?: string;
}

export type TamisClientOptions = KeyOptions | SessionOptions;

/** Each path and method of the API with its parameters, bodies and answers, e.g. `client.POST('/transactions', { body })`. */
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

/** The same request, whose answer is read by its media type where the caller does not say how. */
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
