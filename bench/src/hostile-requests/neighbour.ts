import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface NeighbourFigures {
  /** Latency of each request, from when it was sent. */
  readonly latenciesMs: readonly number[];
  readonly failed: number;
  /** Number of attempted socket connections, and number of accepted ones. */
  readonly sockets: number;
  readonly socketsIn: number;
  /** Increase of the server's peak memory over its previous memory, in MiB. */
  readonly rssGrowthMb: number;
}

const requestEveryMs = 20;
const socketEveryMs = 500;
const lookEveryMs = 50;

/** Acts as a customer while `work` is running: sends fifty requests and opens two connections per second. */
export async function measureNeighbour(
  { port, pid, key }: { readonly port: number; readonly pid: number; readonly key: string },
  work: Promise<unknown>,
): Promise<NeighbourFigures> {
  const agent = new Agent({ keepAlive: true });
  const rssBefore = rssMb(pid);
  let [isOver, failed, socketsIn, rssMost] = [false, 0, 0, rssBefore];
  const latenciesMs: number[] = [];
  const tries: Promise<void>[] = [];
  const ask = async (): Promise<void> => {
    const startedMs = performance.now();
    if ((await statusOf(agent, port, key)) !== 200) failed += 1;
    latenciesMs.push(performance.now() - startedMs);
  };
  let sockets = 0;
  const every = async (ms: number, what: () => void): Promise<void> => {
    for (let due = performance.now(); !isOver; due += ms) {
      await sleep(Math.max(0, due - performance.now()));
      what();
    }
  };
  const loops = [
    every(requestEveryMs, () => tries.push(ask())),
    every(socketEveryMs, () => {
      sockets += 1;
      tries.push(connectSocket(port, key).then((isIn) => void (socketsIn += isIn ? 1 : 0)));
    }),
    every(lookEveryMs, () => (rssMost = Math.max(rssMost, rssMb(pid)))),
  ];
  await work;
  isOver = true;
  await Promise.all([...loops, ...tries]);
  agent.destroy();
  return { latenciesMs, failed, sockets, socketsIn, rssGrowthMb: Math.round(rssMost - rssBefore) };
}

function statusOf(agent: Agent, port: number, key: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${key}` };
    const sent = request({ agent, host: '127.0.0.1', port, path: '/auth/test', headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0));
    sent.end();
  });
}

/** Whether a polling client is accepted: it performs the handshake, authenticates and receives the confirmation. */
async function connectSocket(port: number, key: string): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`;
  try {
    const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1)) as { sid: string };
    const own = `${url}&sid=${sid}`;
    await fetch(own, { method: 'POST', body: `40${JSON.stringify({ token: key })}` });
    const isIn = (await (await fetch(own)).text()).startsWith('40');
    await fetch(own, { method: 'POST', body: '1' });
    return isIn;
  } catch {
    return false;
  }
}

function rssMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1_024;
}
