import { AmbientValue } from '../ambient-value.js';

/** Thrown if an organization exceeded its share of database connections for too long. */
export class ConnectionShareError extends Error {
  constructor() {
    super('all connections of the organization are in use');
    this.name = 'ConnectionShareError';
  }
}

interface Waiter {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

interface Share {
  inUse: number;
  readonly waiting: Waiter[];
}

/** State of a connection while work holds it. */
interface Hold {
  isOpen: boolean;
}

/**
 * Distributes the connections of a pool among organizations. None exceeds its share, so that others find a connection. Among those waiting,
 * the organization that uses the fewest is next. Work that holds a connection and requests another, for any organization, gets it outside
 * the shares, because it would otherwise wait for itself forever. One connection of the pool is reserved for this.
 */
export class ConnectionShares {
  private readonly holding = new AmbientValue<Hold>();
  private readonly shares = new Map<string, Share>();
  private readonly mostOfAll: number;
  private readonly mostOfOne: number;
  private inUse = 0;

  constructor(
    connections: number,
    private readonly waitMs: number,
  ) {
    this.mostOfAll = Math.max(1, connections - 1);
    this.mostOfOne = Math.max(1, Math.ceil(this.mostOfAll / 2));
  }

  /** Executes `work`, which takes one connection, once the organization may have one. Throws `ConnectionShareError`. */
  async hold<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    if (this.holding.get()?.isOpen) return work();
    const share = this.shareOf(organizationId);
    if (this.inUse < this.mostOfAll && share.inUse < this.mostOfOne) this.take(share);
    else await this.waitFor(share);
    const hold = { isOpen: true };
    try {
      return await this.holding.with(hold, work);
    } finally {
      hold.isOpen = false;
      this.giveBack(organizationId, share);
    }
  }

  private shareOf(organizationId: string): Share {
    let share = this.shares.get(organizationId);
    if (!share) this.shares.set(organizationId, (share = { inUse: 0, waiting: [] }));
    return share;
  }

  private take(share: Share): void {
    this.inUse += 1;
    share.inUse += 1;
  }

  private waitFor(share: Share): Promise<void> {
    return new Promise((start, reject) => {
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(waiter), 1);
        reject(new ConnectionShareError());
      }, this.waitMs);
      const waiter = { start, timer };
      share.waiting.push(waiter);
    });
  }

  private giveBack(organizationId: string, share: Share): void {
    this.inUse -= 1;
    share.inUse -= 1;
    this.startNext();
    if (share.inUse === 0 && share.waiting.length === 0) this.shares.delete(organizationId);
  }

  private startNext(): void {
    let next: Share | undefined;
    for (const share of this.shares.values())
      if (share.waiting.length > 0 && share.inUse < this.mostOfOne && share.inUse < (next?.inUse ?? Infinity))
        next = share;
    const waiter = next?.waiting.shift();
    if (!next || !waiter) return;
    clearTimeout(waiter.timer);
    this.take(next);
    waiter.start();
  }
}
