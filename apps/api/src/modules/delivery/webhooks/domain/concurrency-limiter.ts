import { deliveryLimits } from './delivery-limits.js';

/** The recipient of a request. */
interface RequestTarget {
  readonly organizationId: string;
  readonly isFailing: boolean;
}

/**
 * Limits the requests to webhooks that one process has in flight. Slow receivers use only slots of their own organization, and failing ones
 * only some of all slots.
 */
export class ConcurrencyLimiter {
  private readonly byOrganization = new Map<string, number>();
  private failing = 0;
  private total = 0;

  get inUse(): number {
    return this.total;
  }

  available({ organizationId, isFailing }: RequestTarget): number {
    return Math.max(
      0,
      Math.min(
        deliveryLimits.allRequests - this.total,
        deliveryLimits.organizationRequests - (this.byOrganization.get(organizationId) ?? 0),
        isFailing ? deliveryLimits.allFailingRequests - this.failing : Infinity,
      ),
    );
  }

  /** Reserves a slot and returns a function that releases it. */
  acquire({ organizationId, isFailing }: RequestTarget): () => void {
    this.add(organizationId, isFailing, 1);
    return () => this.add(organizationId, isFailing, -1);
  }

  private add(organizationId: string, isFailing: boolean, count: 1 | -1): void {
    this.total += count;
    if (isFailing) this.failing += count;
    const now = (this.byOrganization.get(organizationId) ?? 0) + count;
    if (now === 0) this.byOrganization.delete(organizationId);
    else this.byOrganization.set(organizationId, now);
  }
}
