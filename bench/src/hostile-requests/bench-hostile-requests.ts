import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createAccount } from '@tamis/api/dist/modules/tenancy/organizations/index.js';
import type pg from 'pg';

import { type ApiServer, withApiServer } from '../api-server.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';
import { type AttackOrder, type AttackResponses, attacks } from './attacks.js';
import { measureNeighbour, type NeighbourFigures } from './neighbour.js';

export interface HostileRequestsOptions {
  /** Duration of each attack that is limited by time. */
  readonly seconds: number;
  readonly json: string | null;
}

interface AttackFigures {
  readonly name: string;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  readonly sockets: string;
  readonly rssGrowthMb: number;
  readonly responses: AttackResponses;
}

const quiet = 'quiet';

/** Measures what a customer notices of each attack compared to a quiet period. Each attack runs on a newly started server. */
export async function benchHostileRequests({ seconds, json }: HostileRequestsOptions): Promise<void> {
  const settings = { max_connections: '100' };
  await withApiServer({ name: 'hostile-requests', settings }, async ({ pool, key, start }) => {
    const attackerKey = await newCustomer(pool);
    const load = loadavg()[0]!;
    const figures: AttackFigures[] = [];
    for (const name of [quiet, ...Object.keys(attacks)]) {
      const server = await start();
      await measureNeighbour({ ...server, key }, sleep(1_000));
      figures.push(await attack(name, server, { key, attackerKey, seconds }));
      server.child.kill('SIGKILL');
      await once(server.child, 'exit');
    }
    report(figures, load, json);
  });
}

async function newCustomer(pool: pg.Pool): Promise<string> {
  const made = await createAccount(pool, { name: 'Attacker', deployment: 'development', ifMissing: false });
  if (!made.ok || !made.value.created) throw new Error('no account');
  return made.value.production.key;
}

async function attack(
  name: string,
  { port, pid }: ApiServer,
  { key, attackerKey, seconds }: { readonly key: string; readonly attackerKey: string; readonly seconds: number },
): Promise<AttackFigures> {
  const startedMs = performance.now();
  let responses: AttackResponses = {};
  const work = async (): Promise<void> => {
    if (name === quiet) return sleep(1_000 * seconds);
    const attacker = fork(fileURLToPath(new URL('attacker.js', import.meta.url)));
    attacker.send({ name, port, key: attackerKey, seconds } satisfies AttackOrder);
    const ended = once(attacker, 'exit').then((): never => {
      throw new Error(`the attack ${name} ended early`);
    });
    [responses] = (await Promise.race([once(attacker, 'message'), ended])) as [AttackResponses];
    ended.catch(() => undefined);
    attacker.disconnect();
  };
  const found: NeighbourFigures = await measureNeighbour({ port, pid, key }, work());
  return {
    name,
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    p50Ms: round(quantile(found.latenciesMs, 0.5)),
    p99Ms: round(quantile(found.latenciesMs, 0.99)),
    failed: found.failed,
    sockets: `${found.socketsIn}/${found.sockets}`,
    rssGrowthMb: found.rssGrowthMb,
    responses,
  };
}

function report(figures: readonly AttackFigures[], load: number, json: string | null): void {
  const calm = figures.find(({ name }) => name === quiet)!;
  const rows = figures.map((each) => ({ ...each, p99Ratio: round(each.p99Ms / calm.p99Ms) }));
  console.log(machineLine(load));
  console.log('attack                  p50 ms   p99 ms   of quiet   failed   sockets   MiB more   seconds   responses');
  for (const { name, p50Ms, p99Ms, p99Ratio, failed, sockets, rssGrowthMb, seconds, responses } of rows) {
    const numbers = [p50Ms, p99Ms, p99Ratio, failed, sockets, rssGrowthMb, seconds].map((each) => String(each));
    const widths = [7, 9, 11, 9, 10, 11, 10];
    const columns = numbers.map((text, at) => text.padStart(widths[at]!)).join('');
    console.log(`${name.padEnd(23)}${columns}   ${JSON.stringify(responses)}`);
  }
  if (json !== null) writeFileSync(json, `${JSON.stringify({ machine: machine(), load, attacks: rows }, null, 2)}\n`);
}

const round = (value: number): number => Math.round(value * 10) / 10;
