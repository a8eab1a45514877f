import { Injectable } from '@nestjs/common';

import { PeriodicTask } from '../../../../platform/periodic-task.js';
import { socketLimits } from '../domain/socket-limits.js';
import { OutboxReader, type Snapshot, type TimedEvent } from '../persistence/outbox-reader.js';

/** Called with the events of an organization. */
export type Listener = (organizationId: string, events: readonly TimedEvent[]) => void;

interface Subscription {
  /** Number of followers. */
  count: number;
  /** Resolves once every event committed from then on will be delivered. */
  readonly started: Promise<void>;
  /** Transactions that had ended when all earlier events were delivered; `null` if nothing was delivered yet. */
  since: Snapshot | null;
  /** When this process last registered as a listener, by the process clock. */
  listenedAt: number;
  /** The range being delivered, and the last row that was. */
  page: { readonly until: Snapshot; readonly after: string } | null;
}

/**
 * Delivers the events of the organizations followed here, written by transactions of any process, each event once. While none is followed,
 * does nothing at all. While no transaction ends, sends one small statement for all organizations together.
 */
@Injectable()
export class TailOutbox {
  private readonly subscriptions = new Map<string, Subscription>();
  private task: PeriodicTask | null = null;
  private listener: Listener = () => undefined;

  constructor(private readonly reader: OutboxReader) {}

  /** Must be called before any organization is followed. */
  setListener(listener: Listener): void {
    this.listener = listener;
  }

  /** Returns the number of followers of an organization in this process. */
  countFollowers(organizationId: string): number {
    return this.subscriptions.get(organizationId)?.count ?? 0;
  }

  /** Resolves once every event committed from then on will be delivered. Each call requires a call of `unfollow`. */
  follow(organizationId: string): Promise<void> {
    const found = this.subscriptions.get(organizationId);
    if (found) {
      found.count += 1;
      return found.started;
    }
    const listenedAt = performance.now();
    // Ensures that transactions after the response know that their events are read.
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

  /** Resolves when the current work has ended. */
  async stop(): Promise<void> {
    const { task } = this;
    this.task = null;
    await task?.stop();
  }

  private startTask(): PeriodicTask {
    const task: PeriodicTask = new PeriodicTask('sockets', 'reading events failed', socketLimits.readMs, () =>
      this.readAll(task),
    );
    task.start();
    return task;
  }

  /** Delivers all new events, one page of each organization in turn, so that none waits behind one with many events. */
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

  /** Returns whether there is more. Pages that were read are never read again, even if the next one fails. */
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
