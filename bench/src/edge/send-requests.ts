import { Agent, request } from 'node:http';

export interface Target {
  readonly port: number;
  /** The keys, used in turn by the connections. */
  readonly keys: readonly string[];
}

const body = JSON.stringify({ name: 'Bench Ltd', currency: 'USD', amount: 129.5, externalId: 'b-1' });

/** Sends `count` requests over `connections` persistent connections, as many at once; throws for a response that is not 200. */
export async function sendRequests({ port, keys }: Target, count: number, connections: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const to = { agent, port, host: '127.0.0.1', path: '/bench', method: 'POST' };
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const one = (authorization: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request({ ...to, headers: { ...headers, authorization } }, (answer) => {
        answer.resume();
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`the server answered ${answer.statusCode}`));
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });
  let left = count;
  const work = async (_: unknown, index: number): Promise<void> => {
    const authorization = `Bearer ${keys[index % keys.length]!}`;
    while (left > 0) {
      left -= 1;
      await one(authorization);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, work));
  } finally {
    agent.destroy();
  }
}
