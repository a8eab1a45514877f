import { ApiError } from '../http/index.js';
import { limits } from '../limits.js';

/**
 * Whether a route is turned away before others when the server has too much to do: imports, and lists. A list is what is read from
 * a path that ends in a name, not in a parameter.
 */
export function isDeferrable(method: string, route: string | undefined): boolean {
  if (route === undefined) return false;
  if (/import|bulk|\/items$/.test(route)) return true;
  return method === 'GET' && !/\/:\w+$/.test(route) && !ownState.has(route);
}

/** Paths that end in a name and are no lists. */
const ownState: ReadonlySet<string> = new Set(['/auth/test']);

export interface AdmissionLimits {
  /** Requests that are worked on at once. */
  readonly running: number;
  /** Requests that wait for a place. */
  readonly waiting: number;
}

export interface Entry {
  /** Whom the request is of: nobody has more than half of the places. */
  readonly owner: string;
  /** Lists and imports: they have half of the places, and are turned away before anything else is. */
  readonly deferrable: boolean;
}

interface Ticket {
  readonly entry: Entry;
  state: 'waiting' | 'running' | 'gone';
  readonly start: () => void;
  readonly refuse: (error: ApiError) => void;
  readonly timer?: NodeJS.Timeout;
}

const busy = (): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', 'The server has more requests than it can take; try again', undefined, {
    reason: 'overloaded',
    retryAfterSeconds: limits.busyRetrySeconds,
  });

/** Who is worked on and who waits, in one process. */
export class Admission {
  private readonly running: Counts;
  private readonly waitingOf: Counts;
  /** The oldest first. */
  private waiting: Ticket[] = [];

  constructor(private readonly max: AdmissionLimits) {
    this.running = new Counts(max.running);
    this.waitingOf = new Counts(max.waiting);
  }

  /**
   * Calls `start` when the request may be worked on, at once or later, or `refuse` with a 503 in its place. What is returned gives
   * the place back; calling it again does nothing.
   */
  enter(entry: Entry, start: () => void, refuse: (error: ApiError) => void): () => void {
    if (this.running.hasRoom(entry)) {
      const ticket: Ticket = { entry, state: 'running', start, refuse };
      this.running.add(entry);
      start();
      return () => this.leave(ticket);
    }
    return this.wait(entry, start, refuse);
  }

  private wait(entry: Entry, start: () => void, refuse: (error: ApiError) => void): () => void {
    if (!this.makeRoom(entry)) {
      refuse(busy());
      return () => undefined;
    }
    const timer = setTimeout(() => this.turnAway(ticket), limits.admissionWaitMs).unref();
    const ticket: Ticket = { entry, state: 'waiting', start, refuse, timer };
    this.waitingOf.add(entry);
    this.waiting.push(ticket);
    return () => this.leave(ticket);
  }

  /** Whether the request may wait; what can be deferred goes for one that cannot. */
  private makeRoom(entry: Entry): boolean {
    if (this.waitingOf.hasRoom(entry)) return true;
    if (entry.deferrable) return false;
    const isOverShare = this.waitingOf.of(entry.owner) >= this.waitingOf.share;
    const goes = this.waiting.findLast(
      (ticket) => ticket.entry.deferrable && (!isOverShare || ticket.entry.owner === entry.owner),
    );
    if (!goes) return false;
    this.turnAway(goes);
    return true;
  }

  private turnAway(ticket: Ticket): void {
    this.unqueue(ticket);
    ticket.state = 'gone';
    ticket.refuse(busy());
  }

  private leave(ticket: Ticket): void {
    const { state } = ticket;
    if (state === 'gone') return;
    if (state === 'waiting') this.unqueue(ticket);
    else this.running.remove(ticket.entry);
    ticket.state = 'gone';
    if (state === 'running') this.startWaiting();
  }

  private startWaiting(): void {
    while (this.waiting.length > 0) {
      const may = ({ entry }: Ticket): boolean => this.running.hasRoom(entry);
      const next = this.waiting.find((ticket) => !ticket.entry.deferrable && may(ticket)) ?? this.waiting.find(may);
      if (!next) return;
      this.unqueue(next);
      next.state = 'running';
      this.running.add(next.entry);
      next.start();
    }
  }

  private unqueue(ticket: Ticket): void {
    clearTimeout(ticket.timer);
    this.waitingOf.remove(ticket.entry);
    this.waiting = this.waiting.filter((other) => other !== ticket);
  }
}

/** Places that are taken, by whom and for what. */
class Counts {
  /** Places of one owner, and places of all that can be deferred. */
  readonly share: number;
  private all = 0;
  private deferrable = 0;
  private readonly byOwner = new Map<string, number>();

  constructor(private readonly places: number) {
    this.share = Math.ceil(places / 2);
  }

  of(owner: string): number {
    return this.byOwner.get(owner) ?? 0;
  }

  hasRoom({ owner, deferrable }: Entry): boolean {
    return this.all < this.places && this.of(owner) < this.share && (!deferrable || this.deferrable < this.share);
  }

  add(entry: Entry): void {
    this.change(entry, 1);
  }

  remove(entry: Entry): void {
    this.change(entry, -1);
  }

  private change({ owner, deferrable }: Entry, by: 1 | -1): void {
    this.all += by;
    if (deferrable) this.deferrable += by;
    const now = this.of(owner) + by;
    if (now === 0) this.byOwner.delete(owner);
    else this.byOwner.set(owner, now);
  }
}
