import { createConnection, type Socket } from 'node:net';

import type { ApiRequest } from '../entities/api-client.js';

/** Called with the status of the response. The body is discarded. */
type ResponseCallback = (status: number) => void;

interface PendingRequest {
  readonly request: Buffer;
  readonly answered: ResponseCallback;
}

const endOfHead = '\r\n\r\n';
const responseBuffer = 256 * 1_024;

/** Returns a request in its wire format. */
export function requestText({ method, path, body }: ApiRequest, port: number, key: string): Buffer {
  const text = JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}${endOfHead}${text}`);
}

/**
 * Connections to a server on this machine that send requests and only count the bytes of responses. An HTTP client that parses responses
 * took a fifth of a core for 500 responses of 140 kB per second, and the server shares the machine. Requests beyond the number of
 * connections are queued.
 */
export class LeanConnections {
  private readonly all: LeanConnection[];
  private readonly free: LeanConnection[];
  private readonly queue: PendingRequest[] = [];

  constructor(port: number, connections: number) {
    this.all = Array.from({ length: connections }, () => new LeanConnection(port, (free) => this.next(free)));
    this.free = [...this.all];
  }

  send(request: Buffer, answered: ResponseCallback): void {
    const connection = this.free.pop();
    if (connection) connection.send({ request, answered });
    else this.queue.push({ request, answered });
  }

  close(): void {
    for (const connection of this.all) connection.close();
  }

  private next(connection: LeanConnection): void {
    const waiting = this.queue.shift();
    if (waiting) connection.send(waiting);
    else this.free.push(connection);
  }
}

class LeanConnection {
  private readonly socket: Socket;
  private answered: ResponseCallback | null = null;
  private status = 0;
  /** Remaining bytes of the response. */
  private left = 0;

  constructor(
    port: number,
    private readonly isFree: (connection: LeanConnection) => void,
  ) {
    const onread = { buffer: Buffer.allocUnsafe(responseBuffer), callback: this.read.bind(this) };
    this.socket = createConnection({ port, host: '127.0.0.1', noDelay: true, onread });
    this.socket.on('error', () => undefined).on('close', () => this.completeResponse(0));
  }

  send({ request, answered }: PendingRequest): void {
    this.answered = answered;
    if (this.socket.destroyed) this.completeResponse(0);
    else this.socket.write(request);
  }

  close(): void {
    this.socket.destroy();
  }

  private read(size: number, buffer: Uint8Array): boolean {
    if (this.left === 0) this.left = this.responseLength(Buffer.from(buffer.buffer, buffer.byteOffset, size));
    this.left -= size;
    if (this.left === 0) this.completeResponse(this.status);
    return true;
  }

  /** Returns the length of head and body. The head arrives in one piece and contains the length of the body. */
  private responseLength(first: Buffer): number {
    const end = first.indexOf(endOfHead);
    const head = first.toString('latin1', 0, Math.max(end, 0));
    const length = /^content-length: (\d+)$/im.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer without a length: ${first.toString('latin1', 0, 200)}`);
    this.status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    return end + endOfHead.length + Number(length);
  }

  private completeResponse(status: number): void {
    const { answered } = this;
    this.answered = null;
    if (!answered) return;
    this.isFree(this);
    answered(status);
  }
}
