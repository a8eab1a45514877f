import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Balancer, freePort, type Pooler, startHaproxy, startPgBouncer } from '@tamis/testkit';
import type pg from 'pg';

import { advisedOptions } from '../api-server.js';

export interface ClusterOptions {
  readonly admin: pg.Pool;
  /** URL for the database itself, over TCP. */
  readonly databaseUrl: string;
  readonly processes: number;
}

interface Member {
  readonly port: number;
  child: ChildProcess;
}

const drainMs = 3_000;

/** API processes behind HAProxy and PgBouncer, as described in operations.md. */
export class Cluster {
  private constructor(
    private readonly environment: NodeJS.ProcessEnv,
    readonly pooler: Pooler,
    readonly balancer: Balancer,
    private readonly members: readonly Member[],
  ) {}

  static async start({ admin, databaseUrl, processes }: ClusterOptions): Promise<Cluster> {
    const password = randomBytes(12).toString('hex');
    await admin.query(`create role pooled login password '${password}' in role tamis_app`);
    await admin.query('alter role pooled set role = tamis_app');
    await admin.query('alter role pooled set jit = off');
    const user = Object.assign(new URL(databaseUrl), { username: 'pooled', password });
    const pooler = await startPgBouncer({ url: user.href, settings: { default_pool_size: 16 } });
    const environment = {
      ...{ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: databaseUrl, TRUSTED_PROXIES: '127.0.0.1' },
      ...{ DRAIN_MS: String(drainMs), LOG: 'silent', MAX_WAITING_REQUESTS: '10000' },
      ...{
        TAMIS_MASTER_KEY: randomBytes(32).toString('base64'),
        BLOBS: `folder:${join(tmpdir(), 'tamis-bench-blobs')}`,
      },
    };
    const ports: number[] = [];
    for (let n = 0; n < processes; n += 1) ports.push(await freePort());
    const members = await Promise.all(
      ports.map(async (port) => ({ port, child: await startMember(environment, port) })),
    );
    const configuration = new URL('../deploy/haproxy.cfg', import.meta.resolve('@tamis/api/dist/main.js'));
    return new Cluster(environment, pooler, await startHaproxy(fileURLToPath(configuration), ports), members);
  }

  get size(): number {
    return this.members.length;
  }

  urlOf(place: number): string {
    return `http://127.0.0.1:${this.members[place]!.port}`;
  }

  pidOf(place: number): number {
    return this.members[place]!.child.pid!;
  }

  /** Kills a process as a power cut would, and starts it again. */
  async kill(place: number): Promise<void> {
    await this.end(place, 'SIGKILL');
    await this.startAgain(place);
  }

  /** Stops a process and starts it again, as in a rolling restart. */
  async replace(place: number): Promise<void> {
    await this.end(place, 'SIGTERM');
    await this.startAgain(place);
    await this.untilSent(place);
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((_, place) => this.end(place, 'SIGKILL')));
    await this.balancer.stop();
    await this.pooler.stop();
  }

  private async startAgain(place: number): Promise<void> {
    const member = this.members[place]!;
    member.child = await startMember(this.environment, member.port);
  }

  /** Waits until the load balancer has checked a restarted process and found it ready. */
  private async untilSent(place: number): Promise<void> {
    const probes = async (): Promise<number> => {
      const text = await (await fetch(`${this.urlOf(place)}/metrics`)).text();
      return Number(/_count\{method="GET",route="\/health\/ready",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    while ((await probes()) < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  private async end(place: number, signal: NodeJS.Signals): Promise<void> {
    const { child } = this.members[place]!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}

async function startMember(environment: NodeJS.ProcessEnv, port: number): Promise<ChildProcess> {
  const child = fork(fileURLToPath(import.meta.resolve('@tamis/api/dist/main.js')), [], {
    execArgv: [...advisedOptions],
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port) },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('a process of the API ended while it started');
  });
  await Promise.race([once(child, 'message'), ended]);
  return child;
}
