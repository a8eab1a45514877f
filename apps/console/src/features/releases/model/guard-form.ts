import type { components } from '@tamis/client';

export type GuardBody = Omit<components['schemas']['GuardBody'], 'text'>;
export type GuardMetric = components['schemas']['GuardMetric'];

/** One limit, as filled in by the user. */
export interface GuardForm {
  readonly isOn: boolean;
  readonly metric: GuardMetric;
  /** `times` is a multiple of the value in the dry run. */
  readonly kind: 'value' | 'times';
  readonly value: string;
  readonly action: 'notify' | 'pause';
}

export const guardMetrics = [
  'alerts',
  'hits',
  'rejects',
  'hitRate',
  'unknownRate',
] as const satisfies readonly GuardMetric[];

/** Metrics that are shares, which users enter in percent. */
const shares: ReadonlySet<GuardMetric> = new Set(['hitRate', 'unknownRate']);

export const isShare = (metric: GuardMetric): boolean => shares.has(metric);

/** Whether dry runs measure it for a rule. */
export const isInDryRuns = (metric: GuardMetric): boolean => metric !== 'rejects';

/** Returns the form with another metric, and a kind of comparison that this metric supports. */
export const withMetric = (form: GuardForm, metric: GuardMetric): GuardForm => ({
  ...form,
  metric,
  kind: isInDryRuns(metric) ? form.kind : 'value',
});

export const emptyGuardForm: GuardForm = { isOn: false, metric: 'hits', kind: 'value', value: '', action: 'notify' };

const percent = 100;

/** Returns `null` if no guard is wanted, or if the input is not a number. */
export function guardBodyOf({ isOn, metric, kind, value, action }: GuardForm): GuardBody | null {
  const number = Number(value.replace(',', '.'));
  if (!isOn || value.trim() === '' || !Number.isFinite(number) || number < 0) return null;
  const limit =
    kind === 'times'
      ? { metric, window: '24h' as const, withinFactor: number, of: 'dry_run' as const }
      : {
          metric,
          window: '24h' as const,
          operator: 'lte' as const,
          value: isShare(metric) ? number / percent : number,
        };
  return { limits: [limit], action };
}
