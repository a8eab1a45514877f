import { retryingFetch } from '@tamis/client';
import { failure, isObject, ok, type Result } from '@tamis/stdx';
import type { Socket } from 'socket.io-client';
import { failureProblem, type Problem } from '../problem.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ApiRequest {
  /** Defaults to GET, or to POST with a body. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const maxDetails = 10;

/** Returns the first details, one per line. */
function detailLines(details: unknown): readonly string[] {
  if (details === undefined) return [];
  if (!isObject(details)) return [`  details: ${text(details)}`];
  const lines = Object.entries(details).map(([name, value]) => `  ${name}: ${text(value)}`);
  const rest = lines.length - maxDetails;
  return rest > 0 ? [...lines.slice(0, maxDetails), `  … and ${rest.toLocaleString('en')} more`] : lines;
}

/** Returns an error response of a server in words: code and message are at the top level of some bodies, and in `error` of others. */
function errorProblem({ status, statusText }: Response, body: JsonObject | null): Problem {
  if (body === null)
    return failureProblem(
      `the server answered ${`${status} ${statusText}`.trim()}, but not as Tamis does: another program, such as a proxy, answers at its address`,
    );
  const { code, message, details } = isObject(body['error']) ? body['error'] : body;
  const words = message ?? body['detail'] ?? statusText;
  const { diagnostics, requestId } = body;
  const found = Array.isArray(diagnostics) ? diagnostics.filter(isObject) : [];
  const lines = [
    `the server answered ${status}${code === undefined ? '' : ` ${text(code)}`}: ${text(words)}`,
    ...detailLines(details),
    ...found.map((each) => `  ${text(each['code'])}: ${text(each['message'])}`),
    ...(status === 401 ? ['  the key is unknown, expired or revoked: `tamis login` stores another one'] : []),
    ...(isObject(details) && details['guard'] !== undefined ? ['  `tamis activate` sets a guard with `--guard`'] : []),
    ...(requestId === undefined ? [] : [`  request: ${text(requestId)}`]),
  ];
  return failureProblem(lines.join('\n'));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** A plan with thousands of rules and tests takes minutes. */
const send = retryingFetch((request) => fetch(request), { timeoutMs: 300_000 });

/** Sends requests to one server, as one organization, and again if they fail for a passing reason. */
export class ApiClient {
  constructor(
    readonly server: string,
    private readonly key: string,
    private readonly abortSignal: AbortSignal,
  ) {}

  /** Returns the same client, but one that continues to send requests when the command is stopped. */
  withoutAbort(): ApiClient {
    return new ApiClient(this.server, this.key, new AbortController().signal);
  }

  /** Creates a socket for the same organization that is not connected yet. */
  async openSocket(): Promise<Socket> {
    const { io } = await import('socket.io-client');
    return io(this.server, { transports: ['websocket'], auth: { token: this.key }, autoConnect: false });
  }

  /** Returns the object of the response, or the reason why there is none. */
  async request(path: string, { method, query = {}, body }: ApiRequest = {}): Promise<Result<JsonObject, Problem>> {
    const address = new URL(`${this.server}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    let answer: Response;
    let said: string;
    try {
      const headers = { authorization: `Bearer ${this.key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
      answer = await send(
        new Request(address, {
          method: method ?? (body ? 'POST' : 'GET'),
          headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: this.abortSignal,
        }),
      );
      said = await answer.text();
    } catch (error) {
      if (this.abortSignal.aborted) return failure(failureProblem('stopped'));
      const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
      return failure(
        failureProblem(
          `${this.server} does not respond (${cause?.code ?? message}): is it running, and is this its address?`,
        ),
      );
    }
    const read = parseJson(said);
    if (!answer.ok) return failure(errorProblem(answer, isObject(read) ? read : null));
    return isObject(read) ? ok(read) : failure(failureProblem(`${address.pathname}: not a response of a Tamis server`));
  }
}
