import createClient, { type Client } from 'openapi-fetch';

import type { paths } from './api-types.js';

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
