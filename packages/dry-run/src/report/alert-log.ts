import type { Effect } from '@tamis/engine';

const hourMs = 3_600_000;

type AlertEffect = Extract<Effect, { readonly kind: 'createAlert' }>;

/** By rule and what it raises one alert for, when it did. */
export type AlertLogState = readonly (readonly [string, readonly number[]])[];

/**
 * Alerts one side would have raised. `once per` holds back as the live store does; an alert that is held back while another is
 * open is so from the first on, since nobody closes alerts in a replay.
 */
export class AlertLog {
  private readonly raised = new Map<string, number[]>();

  /** How many of the effects of a run become alerts at its logical time. */
  count(effects: readonly Effect[], now: number): number {
    let count = 0;
    for (const effect of effects)
      if (
        effect.kind === 'createAlert' &&
        effect.mode === 'apply' &&
        effect.skipped === null &&
        this.isNew(effect, now)
      )
        count += 1;
    return count;
  }

  state(): AlertLogState {
    return [...this.raised].map(([key, times]) => [key, [...times]]);
  }

  restore(state: AlertLogState): void {
    for (const [key, times] of state) this.raised.set(key, [...times]);
  }

  private isNew({ ruleId, dedupe }: AlertEffect, now: number): boolean {
    if (dedupe === null) return true;
    const key = JSON.stringify([ruleId, dedupe.value]);
    const times = this.raised.get(key);
    if (!times) {
      this.raised.set(key, [now]);
      return true;
    }
    const { hours } = dedupe;
    if (times.some((time) => hours === null || (time > now - hours * hourMs && time <= now))) return false;
    times.push(now);
    return true;
  }
}
