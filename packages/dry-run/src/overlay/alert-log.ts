import type { Effect } from '@tamis/engine';

const hourMs = 3_600_000;

type AlertEffect = Extract<Effect, { readonly kind: 'createAlert' }>;

/** JSON. */
export interface AlertLogState {
  /** By rule and what it raises one alert for, when it did. */
  readonly raised: readonly (readonly [key: string, times: readonly number[]])[];
  /** Alerts of a part of a run that those before it may hold back: for so many hours, null for ever. */
  readonly open: readonly PendingAlert[];
}

type PendingAlert = readonly [key: string, hours: number | null, now: number];

/** An alert of a rule for which it raises one at a time. */
export interface ExistingAlert {
  readonly ruleId: string;
  /** What it raises one alert for. */
  readonly key: string;
  readonly time: number;
  readonly isClosed: boolean;
}

const alertKey = (ruleId: string, key: string): string => JSON.stringify([ruleId, key]);

/**
 * Alerts one side would have raised. `once per` holds back as the live store does; an alert that is held back while another is
 * open is so from the first on, unless the log is told that somebody closed it.
 */
export class AlertLog {
  /** What came before is not known: alerts that it may hold back are left open. */
  isPartial = false;
  private readonly raised = new Map<string, number[]>();
  private readonly open: PendingAlert[] = [];
  /** By key, when alerts were raised that somebody closed. */
  private readonly closed = new Map<string, Set<number>>();

  /** An alert that stands already. `time`: its logical time. */
  addExisting({ ruleId, key, time, isClosed }: ExistingAlert): void {
    const name = alertKey(ruleId, key);
    const times = this.raised.get(name) ?? [];
    if (!times.includes(time)) this.raised.set(name, [...times, time]);
    const closed = this.closed.get(name) ?? new Set();
    if (isClosed) closed.add(time);
    else closed.delete(time);
    this.closed.set(name, closed);
  }

  /** How many of the effects of a run become alerts at its logical time. */
  countRaised(effects: readonly Effect[], now: number): number {
    let count = 0;
    for (const effect of effects)
      if (
        effect.kind === 'createAlert' &&
        effect.mode === 'apply' &&
        effect.skipped === null &&
        this.register(effect, now)
      )
        count += 1;
    return count;
  }

  state(): AlertLogState {
    const raised = [...this.raised].map(([key, times]) => [key, [...times]] as const);
    return { raised, open: [...this.open] };
  }

  /** Goes on with the part that follows. Times of its open alerts that are raised. */
  merge({ raised, open }: AlertLogState): readonly number[] {
    for (const [key, times] of raised) this.raised.set(key, [...(this.raised.get(key) ?? []), ...times]);
    return open.filter(([key, hours, now]) => this.raise(key, hours, now)).map(([, , now]) => now);
  }

  private register({ ruleId, dedupe }: AlertEffect, now: number): boolean {
    if (dedupe === null) return true;
    const key = alertKey(ruleId, dedupe.value);
    if (!this.isPartial) return this.raise(key, dedupe.hours, now);
    this.open.push([key, dedupe.hours, now]);
    return false;
  }

  private raise(key: string, hours: number | null, now: number): boolean {
    const times = this.raised.get(key);
    if (!times) {
      this.raised.set(key, [now]);
      return true;
    }
    const closed = this.closed.get(key);
    const holds = (time: number): boolean =>
      hours === null ? closed?.has(time) !== true : time > now - hours * hourMs && time <= now;
    if (times.some(holds)) return false;
    times.push(now);
    return true;
  }
}
