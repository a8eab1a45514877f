import { Agent, request } from 'node:http';

export interface ApiResponse {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** The maximum time to wait for a response, so that a server that hangs does not block the measurement forever. */
const longestMs = 600_000;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

/** Sends requests to one server over persistent connections. */
export class ApiClient {
  private readonly agent: Agent;

  constructor(
    private readonly port: number,
    private readonly key: string,
    /** The maximum number of connections; further requests wait here. */
    connections = Infinity,
    /** The organization of the key, which requests for enrichments must name. */
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
            // This is the only sign that a server was killed during its response.
            answer.once('close', () => {
              if (!answer.complete) reject(new Error(`${method} ${path}: the answer was cut off`));
            });
          },
        );
        sent.setTimeout(longestMs, () => sent.destroy(new Error(`${method} ${path}: no answer in time`)));
        // The server can close a persistent connection at the moment in which it is reused.
        sent.once('error', (error: NodeJS.ErrnoException) =>
          sent.reusedSocket && error.code === 'ECONNRESET' ? sendOnce() : reject(error),
        );
        sent.end(json);
      };
      sendOnce();
    });
  }

  /** Sends all requests, several at once; returns responses in the same order. Throws for a response with another status. */
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
