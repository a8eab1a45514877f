import { once } from 'node:events';
import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request between the client and the server; after all faults, requests pass. */
type Fault =
  | { readonly kind: 'lose the response' }
  | { readonly kind: 'stay silent' }
  | { readonly kind: 'refuse'; readonly status: number; readonly retryAfter?: string; readonly code?: string };

interface Seen {
  readonly method: string;
  readonly key: string | null;
  readonly body: string;
}

/** A network that fails in a chosen way, between a client and a real server. */
export class FaultyNetwork {
  readonly seen: Seen[] = [];
  faults: Fault[] = [];
  /** Called before a request is passed on. */
  onRequest: (path: string) => void = () => undefined;
  private constructor(private readonly server: Server) {}

  static async open(target: string): Promise<FaultyNetwork> {
    const server = createServer();
    const network = new FaultyNetwork(server);
    server.on('request', (sent: IncomingMessage, answer: ServerResponse) => void network.handle(sent, answer, target));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return network;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async handle(sent: IncomingMessage, answer: ServerResponse, target: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of sent) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const key = sent.headers['idempotency-key'] ?? null;
    this.seen.push({ method: sent.method!, key: key as string | null, body: body.toString() });
    this.onRequest(sent.url!);
    const fault = this.faults.shift();
    if (fault?.kind === 'stay silent') return;
    if (fault?.kind === 'refuse') {
      const { status, retryAfter, code } = fault;
      answer.writeHead(status, {
        'content-type': 'application/json',
        ...(retryAfter && { 'retry-after': retryAfter }),
      });
      answer.end(JSON.stringify({ error: { code: code ?? 'SERVICE_UNAVAILABLE', message: 'refused' } }));
      return;
    }
    const { method, url, headers } = sent;
    const passed = forward(new URL(url!, target), {
      method,
      headers: { ...headers, host: new URL(target).host },
      agent: false,
    });
    passed.end(body);
    const [response] = (await once(passed, 'response')) as [IncomingMessage];
    if (fault) {
      await once(response.resume(), 'end');
      answer.destroy();
      return;
    }
    answer.writeHead(response.statusCode!, response.headers);
    response.pipe(answer);
  }
}
