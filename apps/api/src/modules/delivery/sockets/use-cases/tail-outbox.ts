import { Injectable } from '@nestjs/common';

import { PeriodicTask } from '../../../../platform/periodic-task.js';
import { socketLimits } from '../domain/socket-limits.js';
import { OutboxReader, type Snapshot, type TimedEvent } from '../persistence/outbox-reader.js';

/** Is told what an organization announces. */
export type Listener = (organizationId: string, events: readonly TimedEvent[]) => void;

interface Subscription {
  /** How many follow it. */
  count: number;
  /** Resolves when everything that is committed from then on will be told. */
  readonly started: Promise<void>;
  /** What was over when everything before was told; null: nothing is told yet. */
  since: Snapshot | null;
  /** When it was last said that it is read here, on the clock of the process. */
  listenedAt: number;
  /** What is being told, and the last row of it that was. */
  page: { readonly until: Snapshot; readonly after: string } | null;
}

/**
 * Tells what the transactions of any process announce of the organizations that somebody follows here, each event once. While nobody
 * follows any, nothing is done at all; while no transaction ends, one small statement is sent for all of them together.
 */
@Injectable()
export class TailOutbox {
  private readonly subscriptions = new Map<string, Subscription>();
  private task: PeriodicTask | null = null;
  private listener: Listener = () => undefined;

  constructor(private readonly reader: OutboxReader) {}

  /** To be called before anything is followed. */
  setListener(listener: Listener): void {
    this.listener = listener;
  }

  /** How many follow an organization here. */
  countFollowers(organizationId: string): number {
    return this.subscriptions.get(organizationId)?.count ?? 0;
  }

  /** Resolves when everything that is committed from then on will be told. Each call asks for one of `unfollow`. */
  follow(organizationId: string): Promise<void> {
    const found = this.subscriptions.get(organizationId);
    if (found) {
      found.count += 1;
      return found.started;
    }
    const listenedAt = performance.now();
    // Whoever announces something after the answer finds that it is read.
    const begun = this.reader.listen(organizationId).then(async () => {
      followed.since = await this.reader.snapshot();
    });
    const followed: Subscription = { count: 1, started: begun, since: null, listenedAt, page: null };
    this.subscriptions.set(organizationId, followed);
    this.task ??= this.startTask();
    return begun;
  }

  unfollow(organizationId: string): void {
    const found = this.subscriptions.get(organizationId);
    if (!found || --found.count > 0) return;
    this.subscriptions.delete(organizationId);
    if (this.subscriptions.size === 0) void this.stop();
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    const { task } = this;
    this.task = null;
    await task?.stop();
  }

  private startTask(): PeriodicTask {
    const task: PeriodicTask = new PeriodicTask('sockets', 'events were not read', socketLimits.readMs, () =>
      this.readAll(task),
    );
    task.start();
    return task;
  }

  /** Tells everything that is new, a part of each organization after the other, so that nobody waits behind one that has much. */
  private async readAll(task: PeriodicTask): Promise<void> {
    let open = [...this.subscriptions].filter(([, { since }]) => since !== null);
    for (const [organizationId, followed] of open) await this.keepListening(organizationId, followed);
    const now = await this.reader.snapshot();
    while (open.length > 0 && !task.isStopped) {
      const rest: typeof open = [];
      for (const [organizationId, followed] of open)
        if (await this.readPage(organizationId, followed, now)) rest.push([organizationId, followed]);
      open = rest;
    }
  }

  private async keepListening(organizationId: string, followed: Subscription): Promise<void> {
    const now = performance.now();
    if (now - followed.listenedAt < socketLimits.listenAgainMs) return;
    await this.reader.listen(organizationId);
    followed.listenedAt = now;
  }

  /** Whether there is more. What was read is never read again, whatever becomes of the next part. */
  private async readPage(organizationId: string, followed: Subscription, now: Snapshot): Promise<boolean> {
    const { since } = followed;
    if (since === null || since === now || this.subscriptions.get(organizationId) !== followed) return false;
    const { until, after } = followed.page ?? { until: now, after: '0' };
    const page = await this.reader.read({ organizationId, since, until, after });
    followed.page = page.after === null ? null : { until, after: page.after };
    if (page.after === null) followed.since = until;
    if (this.subscriptions.get(organizationId) === followed) this.listener(organizationId, page.events);
    return page.after !== null;
  }
}
