import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

export interface AttackTarget {
  readonly port: number;
  /** Key of an organization that nobody else uses. */
  readonly key: string;
  readonly seconds: number;
}

/** Instructions for the process of the attacker. */
export interface AttackOrder extends AttackTarget {
  readonly name: string;
}

/** Number of responses by status. */
export type AttackResponses = Record<string, number>;

type Attack = (target: AttackTarget) => Promise<AttackResponses>;

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const mebibyte = 2 ** 20;

/** Sends over keep-alive connections, as many at once as there are connections, until the time is over or `count` requests were sent. */
async function flood(
  { port, seconds }: AttackTarget,
  connections: number,
  next: () => Sent,
  count = Infinity,
): Promise<AttackResponses> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: AttackResponses = {};
  const end = performance.now() + 1_000 * seconds;
  let left = count;
  const one = ({ method = 'GET', path, headers, body }: Sent): Promise<string> =>
    new Promise((resolve) => {
      const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...headers } }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(String(answer.statusCode)));
        answer.once('error', () => resolve('closed'));
      });
      sent.once('error', () => resolve('closed'));
      sent.end(body);
    });
  const work = async (): Promise<void> => {
    while (left > 0 && performance.now() < end) {
      left -= 1;
      const answer = await one(next());
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return answers;
}

/** Sends the head and a part of the body, but never the rest. */
async function unfinished(port: number, head: readonly string[], body: Buffer, ms: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = 'none';
  socket.on('error', () => undefined);
  socket.once('data', (chunk: Buffer) => (answer = chunk.toString('latin1', 9, 12)));
  socket.write([...head, 'host: localhost', `content-length: ${body.length + 100}`, '', ''].join('\r\n'));
  socket.write(body);
  await sleep(ms);
  if (socket.destroyed && answer === 'none') answer = 'closed';
  socket.destroy();
  return answer;
}

const json = { 'content-type': 'application/json' };

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a key with the checksum that keys had when anyone could still compute it. */
function inventedKey(): string {
  const start = `tms_development_${randomBytes(16).toString('hex').padEnd(37, '0')}`;
  let [rest, end] = [crc32(start), ''];
  for (; end.length < 6; rest = Math.floor(rest / digits.length)) end = digits[rest % digits.length]! + end;
  return start + end;
}

const emptyObjects = (): Buffer => Buffer.from(`[${'{},'.repeat(15 * mebibyte)}{}]`);

const manyKeys = (): Buffer => Buffer.from(`{${Array.from({ length: 95_000 }, (_, n) => `"k${n}":1`).join()}}`);

/** Attacks by name, without a key. Only `keys of a body` is sent by a customer. */
export const attacks: Readonly<Record<string, Attack>> = {
  'bodies of 45 MB': (target) => {
    const body = emptyObjects();
    return flood(target, 8, () => ({ method: 'POST', path: '/transactions/batch', headers: json, body }), 8);
  },
  'unfinished forms': async ({ port, seconds }) => {
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(part), Buffer.alloc(49 * mebibyte, 'a')]);
    const head = [
      'POST /transactions/batch/upload HTTP/1.1',
      'content-type: multipart/form-data; boundary=x',
      'cookie: a=b',
    ];
    const sent = Array.from({ length: 60 }, () => unfinished(port, head, body, 1_000 * seconds));
    return countOf(await Promise.all(sent));
  },
  'unfinished sign-ins': async ({ port, seconds }) => {
    const head = ['POST /auth/sign-in HTTP/1.1', 'content-type: application/json'];
    const body = Buffer.from(`{"email":"${'x'.repeat(16_000)}`);
    const sent = Array.from({ length: 2_000 }, () => unfinished(port, head, body, 1_000 * seconds));
    return countOf(await Promise.all(sent));
  },
  handshakes: (target) => flood(target, 64, () => ({ path: '/socket.io/?EIO=4&transport=polling' }), 10_000),
  'invented keys': (target) =>
    flood(target, 64, () => ({ path: '/auth/test', headers: { authorization: `Bearer ${inventedKey()}` } })),
  'invented sessions': (target) =>
    flood(target, 64, () => ({
      path: '/auth/test',
      headers: { cookie: `__Host-tamis_session=${randomBytes(32).toString('base64url')}` },
    })),
  'keys of a body': (target) => {
    const body = manyKeys();
    const headers = { ...json, authorization: `Bearer ${target.key}` };
    return flood(target, 4, () => ({ method: 'POST', path: '/data-lists', headers, body }));
  },
  'elements of a body': (target) => {
    const body = Buffer.from(`{"items":[${Array.from({ length: 340_000 }, () => '{}').join()}]}`);
    const headers = { ...json, authorization: `Bearer ${target.key}` };
    const path = '/data-lists/00000000-0000-7000-8000-000000000000/items';
    return flood(target, 4, () => ({ method: 'POST', path, headers, body }));
  },
};

function countOf(answers: readonly string[]): AttackResponses {
  const counts: AttackResponses = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}
