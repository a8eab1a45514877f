import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const main = join(__dirname, '../dist/bundle/main.mjs');

/** An editor as the server sees it: JSON frames on standard input and output. */
export class LspClient {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #exit: Promise<number | null>;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #notes: Message[] = [];
  readonly #waiting: (() => void)[] = [];
  #received = Buffer.alloc(0);
  #lastId = 0;
  errors = '';

  constructor(directory: string) {
    this.#process = spawn(process.execPath, [main, 'lsp'], { cwd: directory, stdio: 'pipe' });
    this.#exit = new Promise((resolve) => this.#process.once('exit', (code) => resolve(code)));
    this.#process.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#process.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.errors += chunk));
  }

  async request(method: string, params: unknown): Promise<unknown> {
    this.#lastId++;
    const id = this.#lastId;
    const answer = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    this.#send({ id, method, params });
    const ended = this.#exit.then((code): Message => {
      throw new Error(`the server ended with ${String(code)} before it answered ${method}: ${this.errors}`);
    });
    const { result, error } = await Promise.race([answer, ended]);
    if (error) throw new Error(error.message);
    return result;
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  /** Returns the next notification of a kind, in the order of arrival. */
  async notification(method: string): Promise<unknown> {
    for (;;) {
      const index = this.#notes.findIndex((note) => note.method === method);
      if (index >= 0) return this.#notes.splice(index, 1)[0]?.params;
      const ended = this.#exit.then((code) => {
        throw new Error(`the server ended with ${String(code)} before ${method}: ${this.errors}`);
      });
      await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), ended]);
    }
  }

  /** Returns the exit code of the process. */
  async ended(): Promise<number | null> {
    return this.#exit;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin.write(`Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.subarray(0, end).toString())?.[1]);
      if (this.#received.length < end + 4 + length) return;
      const body = this.#received.subarray(end + 4, end + 4 + length).toString();
      this.#received = this.#received.subarray(end + 4 + length);
      this.#take(JSON.parse(body) as Message);
    }
  }

  #take(message: Message): void {
    const answered =
      message.id === undefined || message.method !== undefined ? undefined : this.#answers.get(message.id);
    if (answered) answered(message);
    else this.#notes.push(message);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
