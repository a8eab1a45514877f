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

export interface TamisClientOptions {
  /** Of the server, as `https://tamis.example.com`. */
  readonly url: string;
  /** An API key, or the token of a session. */
  readonly key: string;
  /** What sends the requests; absent: `fetch` of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Each path and method of the API with its parameters, bodies and answers, e.g. `client.POST('/transactions', { body })`. */
export type TamisClient = Client<paths>;

export const tamisClient = ({ url, key, fetch }: TamisClientOptions): TamisClient =>
  createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${key}` },
    ...(fetch && { fetch }),
  });
