import { Agent, request } from 'node:http';

export interface ApiResponse {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** So long an answer is waited for: a server that stands still must not hold up whoever measures it for good. */
const longestMs = 600_000;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

/** Sends requests to one server over kept connections. */
export class ApiClient {
  private readonly agent: Agent;

  constructor(
    private readonly port: number,
    private readonly key: string,
    /** At most; what is sent beyond them waits here. */
    connections = Infinity,
    /** Where the key acts, which requests for enrichments name. */
    private readonly organizationId?: string,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send({ method, path, body }: ApiRequest): Promise<ApiResponse> {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${this.key}`,
      ...(this.organizationId !== undefined && { 'x-organization-id': this.organizationId }),
      ...(json !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
    };
    const start = performance.now();
    return new Promise((resolve, reject) => {
      const sendOnce = (): void => {
        const sent = request(
          { agent: this.agent, host: '127.0.0.1', port: this.port, method, path, headers },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part: string) => (text += part));
            answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text, ms: performance.now() - start }));
            // Nobody else says that a server was killed in the middle of its answer.
            answer.once('close', () => {
              if (!answer.complete) reject(new Error(`${method} ${path}: the answer was cut off`));
            });
          },
        );
        sent.setTimeout(longestMs, () => sent.destroy(new Error(`${method} ${path}: no answer in time`)));
        // The server may close a kept connection at the moment in which it is used again.
        sent.once('error', (error: NodeJS.ErrnoException) =>
          sent.reusedSocket && error.code === 'ECONNRESET' ? sendOnce() : reject(error),
        );
        sent.end(json);
      };
      sendOnce();
    });
  }

  /** Sends all, some at once; answers in their order. Throws at an answer with another status. */
  async sendAll(requests: readonly ApiRequest[], atOnce: number, status: number): Promise<readonly ApiResponse[]> {
    const answers = new Array<ApiResponse>(requests.length);
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < requests.length; at = next++) {
        const answer = await this.send(requests[at]!);
        if (answer.status !== status)
          throw new Error(`the server answered ${answer.status}: ${answer.text.slice(0, 500)}`);
        answers[at] = answer;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return answers;
  }

  close(): void {
    this.agent.destroy();
  }
}
