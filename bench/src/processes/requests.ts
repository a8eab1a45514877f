import { Agent, request } from 'node:http';

export interface Sent {
  readonly key: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Received {
  /** 0 if there was no response. */
  readonly status: number;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Sends one request. Never rejects. */
export function ask(url: string, { key, path, body, headers }: Sent): Promise<Received> {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const options = {
      agent,
      method: text === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    };
    const sent = request(`${url}${path}`, options, (response) => {
      let answer = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (answer += chunk))
        .on('end', () => resolve({ status: response.statusCode!, text: answer }))
        .on('error', () => resolve({ status: 0, text: answer }));
    });
    sent.on('error', (error) => resolve({ status: 0, text: error.message })).end(text);
  });
}

/** Calls `work` with 0, 1, 2, … in a number of parallel lanes. */
export async function inLanes(count: number, lanes: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) await work((next += 1) - 1);
  };
  await Promise.all(Array.from({ length: lanes }, run));
}

export const closeRequests = (): void => agent.destroy();
