import { deliveryLimits } from './delivery-limits.js';

/** Whom a request is for. */
interface Asking {
  readonly organizationId: string;
  readonly isFailing: boolean;
}

/**
 * Requests to webhooks that one process has under way. Receivers that are slow take the places of their own organization only, and those that
 * fail only some of all.
 */
export class RequestPlaces {
  private readonly ofOrganization = new Map<string, number>();
  private failing = 0;
  private all = 0;

  get taken(): number {
    return this.all;
  }

  free({ organizationId, isFailing }: Asking): number {
    return Math.max(
      0,
      Math.min(
        deliveryLimits.allRequests - this.all,
        deliveryLimits.organizationRequests - (this.ofOrganization.get(organizationId) ?? 0),
        isFailing ? deliveryLimits.allFailingRequests - this.failing : Infinity,
      ),
    );
  }

  /** What it returns gives the place back. */
  take({ organizationId, isFailing }: Asking): () => void {
    this.add(organizationId, isFailing, 1);
    return () => this.add(organizationId, isFailing, -1);
  }

  private add(organizationId: string, isFailing: boolean, count: 1 | -1): void {
    this.all += count;
    if (isFailing) this.failing += count;
    const now = (this.ofOrganization.get(organizationId) ?? 0) + count;
    if (now === 0) this.ofOrganization.delete(organizationId);
    else this.ofOrganization.set(organizationId, now);
  }
}
