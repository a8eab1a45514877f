import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';
import { TamisError } from './tamis-error.js';

interface Outcome<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer to a request; throws `TamisError` where it was refused. */
export async function answerOf<Answer>(request: Promise<Outcome<Answer>>): Promise<NonNullable<Answer>> {
  const { data, error, response } = await request;
  if (!response.ok) throw TamisError.fromResponse(error, response);
  return data as NonNullable<Answer>;
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

export const tamisClient = (options: TamisClientOptions): TamisClient =>
  createClient<paths>({
    baseUrl: options.url.replace(/\/+$/, ''),
    headers: identify(options),
    ...(options.fetch && { fetch: options.fetch }),
  });
