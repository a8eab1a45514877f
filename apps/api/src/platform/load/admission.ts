import { ApiError } from '../http/index.js';
import { limits } from '../limits.js';

/**
 * Returns whether requests to a route are rejected first when the server is overloaded: imports and lists. A list is a GET whose path ends
 * in a name rather than a parameter.
 */
export function isDeferrable(method: string, route: string | undefined): boolean {
  if (route === undefined) return false;
  if (/import|bulk|\/items$/.test(route)) return true;
  return method === 'GET' && !/\/:\w+$/.test(route) && !nonListRoutes.has(route);
}

/** Paths that end in a name but are not lists. */
const nonListRoutes: ReadonlySet<string> = new Set(['/auth/test']);

export interface AdmissionLimits {
  /** Maximum number of requests processed at the same time. */
  readonly running: number;
  /** Maximum number of requests waiting for a slot. */
  readonly waiting: number;
}

export interface Entry {
  /** The owner of the request. No owner may use more than half of the slots. */
  readonly owner: string;
  /** Whether the owner is known. All unknown owners together have a quarter of the slots, and each of them a tenth. */
  readonly isKnown: boolean;
  /** Whether the request is a list or an import. These have half of the slots, and are rejected before any others. */
  readonly deferrable: boolean;
}

/** Maximum shares of the slots for each owner or kind of request. */
const shares = { owner: 1 / 2, deferrable: 1 / 2, unknown: 1 / 4, unknownOwner: 1 / 10 } as const;

interface Ticket {
  readonly entry: Entry;
  state: 'waiting' | 'running' | 'gone';
  readonly start: () => void;
  readonly refuse: (error: ApiError) => void;
  readonly timer?: NodeJS.Timeout;
}

/** Returns a 503 error that says when to retry. */
export const overloadedError = (message = 'The server is overloaded; try again'): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', message, undefined, {
    reason: 'overloaded',
    retryAfterSeconds: limits.busyRetrySeconds,
  });

/** Decides which requests one process handles, and which wait. */
export class Admission {
  private readonly running: SlotCounts;
  private readonly waitingCounts: SlotCounts;
  /** Waiting requests, oldest first. */
  private waiting: Ticket[] = [];

  constructor(private readonly max: AdmissionLimits) {
    this.running = new SlotCounts(max.running);
    this.waitingCounts = new SlotCounts(max.waiting);
  }

  /**
   * Calls `start` when the request may be processed, now or later, or `refuse` with a 503. Returns a function that releases the slot.
   * Calling it again has no effect.
   */
  admit(entry: Entry, start: () => void, refuse: (error: ApiError) => void): () => void {
    if (this.running.hasCapacity(entry)) {
      const ticket: Ticket = { entry, state: 'running', start, refuse };
      this.running.add(entry);
      start();
      return () => this.release(ticket);
    }
    return this.enqueue(entry, start, refuse);
  }

  /** Executes work in a slot of a known owner. Throws 503 if there is none. */
  async withPlace<T>(owner: string, work: () => Promise<T>): Promise<T> {
    let leave = (): void => undefined;
    await new Promise<void>((resolve, reject) => {
      leave = this.admit({ owner, isKnown: true, deferrable: false }, resolve, reject);
    });
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private enqueue(entry: Entry, start: () => void, refuse: (error: ApiError) => void): () => void {
    if (!this.makeQueueRoom(entry)) {
      refuse(overloadedError());
      return () => undefined;
    }
    const timer = setTimeout(() => this.reject(ticket), limits.admissionWaitMs).unref();
    const ticket: Ticket = { entry, state: 'waiting', start, refuse, timer };
    this.waitingCounts.add(entry);
    this.waiting.push(ticket);
    return () => this.release(ticket);
  }

  /** Returns whether the request may wait. If necessary, rejects a waiting deferrable request in favor of one that is not. */
  private makeQueueRoom(entry: Entry): boolean {
    if (this.waitingCounts.hasCapacity(entry)) return true;
    if (entry.deferrable) return false;
    const isOverShare = this.waitingCounts.isOverShare(entry);
    const goes = this.waiting.findLast(
      (ticket) => ticket.entry.deferrable && (!isOverShare || ticket.entry.owner === entry.owner),
    );
    if (!goes) return false;
    this.reject(goes);
    return true;
  }

  private reject(ticket: Ticket): void {
    this.dequeue(ticket);
    ticket.state = 'gone';
    ticket.refuse(overloadedError());
  }

  private release(ticket: Ticket): void {
    const { state } = ticket;
    if (state === 'gone') return;
    if (state === 'waiting') this.dequeue(ticket);
    else this.running.remove(ticket.entry);
    ticket.state = 'gone';
    if (state === 'running') this.startNext();
  }

  private startNext(): void {
    while (this.waiting.length > 0) {
      const may = ({ entry }: Ticket): boolean => this.running.hasCapacity(entry);
      const next = this.waiting.find((ticket) => !ticket.entry.deferrable && may(ticket)) ?? this.waiting.find(may);
      if (!next) return;
      this.dequeue(next);
      next.state = 'running';
      this.running.add(next.entry);
      next.start();
    }
  }

  private dequeue(ticket: Ticket): void {
    clearTimeout(ticket.timer);
    this.waitingCounts.remove(ticket.entry);
    this.waiting = this.waiting.filter((other) => other !== ticket);
  }
}

/** Counts the occupied slots, by owner and kind of request. */
class SlotCounts {
  private total = 0;
  private deferrable = 0;
  private unknown = 0;
  private readonly byOwner = new Map<string, number>();

  constructor(private readonly capacity: number) {}

  /** Returns whether the owner, or the unknown owners together, already use their full share. */
  isOverShare({ owner, isKnown }: Entry): boolean {
    const ofOwner = this.byOwner.get(owner) ?? 0;
    if (isKnown) return ofOwner >= this.part(shares.owner);
    return ofOwner >= this.part(shares.unknownOwner) || this.unknown >= this.part(shares.unknown);
  }

  hasCapacity(entry: Entry): boolean {
    const isDeferred = entry.deferrable && this.deferrable >= this.part(shares.deferrable);
    return this.total < this.capacity && !isDeferred && !this.isOverShare(entry);
  }

  add(entry: Entry): void {
    this.adjust(entry, 1);
  }

  remove(entry: Entry): void {
    this.adjust(entry, -1);
  }

  private part(share: number): number {
    return Math.ceil(this.capacity * share);
  }

  private adjust({ owner, isKnown, deferrable }: Entry, by: 1 | -1): void {
    this.total += by;
    if (deferrable) this.deferrable += by;
    if (!isKnown) this.unknown += by;
    const now = (this.byOwner.get(owner) ?? 0) + by;
    if (now === 0) this.byOwner.delete(owner);
    else this.byOwner.set(owner, now);
  }
}
