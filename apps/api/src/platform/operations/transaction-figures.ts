import { Injectable } from '@nestjs/common';

import { limits } from '../limits.js';
import { latencyBucketOf, latencyBuckets, type LatencyCounts } from './latency-histogram.js';

/** Length and steps of the periods for which figures are kept. */
export const figurePeriods = {
  hour: { stepMs: 5_000, steps: 720 },
  day: { stepMs: 60_000, steps: 1_440 },
} as const;

export type FigurePeriod = keyof typeof figurePeriods;

/** Figures of one step: its number since 1970, payments, and their latencies by bucket. */
export type FigureSlot = readonly [step: number, payments: number, latencies: LatencyCounts];

interface Slot {
  payments: number;
  latencies: Uint32Array | null;
}

/** Start of the figures, and slots by step, oldest first. */
interface OrganizationFigures {
  readonly since: number;
  readonly slots: Readonly<Record<FigurePeriod, Map<number, Slot>>>;
}

/**
 * Number and latency of evaluated payments, kept in the memory of this process. A payment increments four numbers. If the limit is
 * exceeded, the organization that has been inactive the longest is dropped.
 */
@Injectable()
export class TransactionFigures {
  /** Organizations by id, the most recently active last. */
  private readonly organizations = new Map<string, OrganizationFigures>();
  private slotCount = 0;

  countTransactions(organizationId: string, count: number, now = Date.now()): void {
    if (count > 0) this.change(organizationId, now, (slot) => (slot.payments += count));
  }

  /** Records the latency of one payment, from its request until it is stored with its decision. */
  observeLatency(organizationId: string, ms: number, now = Date.now()): void {
    const bucket = latencyBucketOf(ms);
    this.change(organizationId, now, (slot) => {
      slot.latencies ??= new Uint32Array(latencyBuckets);
      slot.latencies[bucket]! += 1;
    });
  }

  /** Returns the non-empty steps among the last `steps`. Nothing is known before `since`. If it is `null`, nothing is known at all. */
  read(
    organizationId: string,
    period: FigurePeriod,
    steps: number = figurePeriods[period].steps,
    now = Date.now(),
  ): { readonly since: number | null; readonly slots: readonly FigureSlot[] } {
    const found = this.organizations.get(organizationId);
    if (!found) return { since: null, slots: [] };
    const oldest = stepAt(period, now) - steps;
    const slots: FigureSlot[] = [];
    for (const [step, { payments, latencies }] of found.slots[period])
      if (step > oldest) slots.push([step, payments, latencies ? withoutEnd(latencies) : []]);
    return { since: found.since, slots };
  }

  private change(organizationId: string, now: number, act: (slot: Slot) => void): void {
    let figures = this.organizations.get(organizationId);
    if (!figures) {
      figures = { since: now, slots: { hour: new Map(), day: new Map() } };
      this.organizations.set(organizationId, figures);
    }
    for (const period of ['hour', 'day'] as const) act(this.slotOf(organizationId, figures, period, now));
  }

  private slotOf(organizationId: string, figures: OrganizationFigures, period: FigurePeriod, now: number): Slot {
    const slots = figures.slots[period];
    const step = stepAt(period, now);
    let slot = slots.get(step);
    if (slot) return slot;
    slot = { payments: 0, latencies: null };
    slots.set(step, slot);
    this.slotCount += 1;
    for (const old of slots.keys()) {
      if (old > step - figurePeriods[period].steps) break;
      slots.delete(old);
      this.slotCount -= 1;
    }
    this.organizations.delete(organizationId);
    this.organizations.set(organizationId, figures);
    while (this.slotCount > limits.operationsSlots && this.organizations.size > 1) this.forgetOldest();
    return slot;
  }

  private forgetOldest(): void {
    const [oldest] = this.organizations;
    const [id, { slots }] = oldest!;
    this.slotCount -= slots.hour.size + slots.day.size;
    this.organizations.delete(id);
  }
}

export const stepAt = (period: FigurePeriod, now: number): number => Math.floor(now / figurePeriods[period].stepMs);

function withoutEnd(latencies: Uint32Array): LatencyCounts {
  const last = latencies.findLastIndex((count) => count > 0);
  return [...latencies.subarray(0, last + 1)];
}
