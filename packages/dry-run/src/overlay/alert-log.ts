import type { Effect } from '@tamis/engine';

const hourMs = 3_600_000;

type AlertEffect = Extract<Effect, { readonly kind: 'createAlert' }>;

/** JSON. */
export interface AlertLogState {
  /** The times of raised alerts, by rule and deduplication key. */
  readonly raised: readonly (readonly [key: string, times: readonly number[]])[];
  /** Alerts of a part that earlier parts may suppress: for a number of hours, or always for `null`. */
  readonly open: readonly PendingAlert[];
}

type PendingAlert = readonly [key: string, hours: number | null, now: number];

/** An existing alert of a rule that raises one alert at a time. */
export interface ExistingAlert {
  readonly ruleId: string;
  /** The deduplication key. */
  readonly key: string;
  readonly time: number;
  readonly isClosed: boolean;
}

const alertKey = (ruleId: string, key: string): string => JSON.stringify([ruleId, key]);

/**
 * The alerts that one side would have raised. `once per` suppresses alerts as the live store does; without a time limit, an alert is
 * suppressed from the first one on, unless the log is notified that it was closed.
 */
export class AlertLog {
  /** Whether earlier parts are unknown: alerts that they may suppress are left open. */
  isPartial = false;
  private readonly raised = new Map<string, number[]>();
  private readonly open: PendingAlert[] = [];
  /** The times of alerts that were closed, by key. */
  private readonly closed = new Map<string, Set<number>>();

  /** Adds an existing alert. `time` is its logical time. */
  addExisting({ ruleId, key, time, isClosed }: ExistingAlert): void {
    const name = alertKey(ruleId, key);
    const times = this.raised.get(name) ?? [];
    if (!times.includes(time)) this.raised.set(name, [...times, time]);
    const closed = this.closed.get(name) ?? new Set();
    if (isClosed) closed.add(time);
    else closed.delete(time);
    this.closed.set(name, closed);
  }

  /** Returns how many effects of an evaluation become alerts at its logical time. */
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

  /** Continues with the following part. Returns the times of its open alerts that are raised. */
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
