import { createHash, randomUUID } from 'node:crypto';

import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { limits } from '../limits.js';
import { WorkOwners } from '../periodic-task.js';
import { InjectPgPool, type PgPool } from './pg-pool.js';

/**
 * Decides which process looks for which kind of work. Each process renews a lease, and the kinds are divided by a hash among the processes
 * with a valid lease, so that they move when a process starts or stops. Two processes may briefly look for the same work, which is safe
 * because work is claimed before it is done.
 */
@Injectable()
export class ProcessLeases extends WorkOwners implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('leases');
  override readonly processId = randomUUID();
  private processes: readonly string[] = [this.processId];
  private readonly mine = new Map<string, boolean>();
  private timer: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | null = null;

  constructor(@InjectPgPool() private readonly pool: PgPool) {
    super();
  }

  /** A process that knows of no other is responsible for everything. */
  override isMine(kind: string): boolean {
    let isMine = this.mine.get(kind);
    if (isMine === undefined) this.mine.set(kind, (isMine = ownerOf(kind, this.processes) === this.processId));
    return isMine;
  }

  override async findOthers(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'other-processes',
      text: 'select id::text from process_leases where ends_at > now() and id <> $1',
      values: [this.processId],
    });
    return rows.map(({ id }) => id);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.renew(), limits.leaseRenewMs).unref();
    await this.renew();
  }

  /** Removes the lease, so that other processes need not wait until it expires. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.renewing;
    await this.pool.query('delete from process_leases where id = $1', [this.processId]).catch(() => undefined);
  }

  private renew(): Promise<void> {
    this.renewing ??= this.ask()
      .catch((error: unknown) => this.logger.warn(`renewing the lease of this process failed: ${String(error)}`))
      .finally(() => (this.renewing = null));
    return this.renewing;
  }

  private async ask(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'renew-process-lease',
      text: `with renewed as (
          insert into process_leases (id, ends_at) values ($1, now() + make_interval(secs => $2))
          on conflict (id) do update set ends_at = excluded.ends_at returning id),
        removed as (delete from process_leases where ends_at < now() - interval '1 minute' and id <> $1)
        select id::text from process_leases where ends_at > now() union select id::text from renewed order by 1`,
      values: [this.processId, limits.leaseMs / 1_000],
    });
    const found = rows.map(({ id }) => id);
    if (found.join() === this.processes.join()) return;
    this.processes = found;
    this.mine.clear();
  }
}

/** Returns the process with the highest hash. When a process stops, only its own work moves. */
export function ownerOf(kind: string, processes: readonly string[]): string {
  const hashOf = (id: string): string => createHash('sha256').update(`${kind} ${id}`).digest('hex');
  return processes.reduce((best, id) => (hashOf(id) > hashOf(best) ? id : best));
}
