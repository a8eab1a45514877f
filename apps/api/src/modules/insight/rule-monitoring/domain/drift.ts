import type { TopChange } from './population-stability.js';

export const driftStatuses = ['stable', 'watch', 'drifted'] as const;
export type DriftStatus = (typeof driftStatuses)[number];

/** A field read by the rule, compared between then and now. */
export interface InputDrift {
  readonly path: string;
  readonly fillRate: { readonly reference: number | null; readonly now: number | null };
  /** `null` if there are too few values. */
  readonly psi: number | null;
  readonly status: DriftStatus;
  /** `null` if it is not known, or not shown. */
  readonly topChange: TopChange | null;
}

/** Whether a rule and the data it reads have changed. */
export interface Drift {
  readonly status: DriftStatus;
  readonly reference: { readonly from: string; readonly to: string; readonly dryRunId?: string } | null;
  readonly window: { readonly from: string; readonly to: string };
  readonly hitRate: {
    readonly expected: number | null;
    readonly observed: number | null;
    readonly factor: number | null;
  };
  readonly unknownRate: { readonly expected: number | null; readonly observed: number | null };
  readonly inputs: readonly InputDrift[];
}

const watchThreshold = 0.1;
const driftThreshold = 0.25;
/** Tolerated change of a fill rate. */
const fillRateThreshold = 0.1;
/** Rates of unknown below this are negligible, regardless of the earlier rates. */
const minUnknownRate = 0.001;

/** Returns the status of a field by its distribution, and by how many records have it. */
export function inputStatus({ psi, fillRate: { reference, now } }: Pick<InputDrift, 'psi' | 'fillRate'>): DriftStatus {
  if (reference !== null && now !== null && Math.abs(now - reference) >= fillRateThreshold) return 'drifted';
  if (psi === null || psi < watchThreshold) return 'stable';
  return psi <= driftThreshold ? 'watch' : 'drifted';
}

/** Whether the rule is unknown more often than before: at least twice as often, and more than occasionally. */
const isUnknownRateElevated = ({ expected, observed }: Drift['unknownRate']): boolean =>
  observed !== null && observed > minUnknownRate && expected !== null && observed >= expected * 2;

/** Returns the status of a rule: the worst one of its parts. */
export function driftStatus({ inputs, unknownRate }: Pick<Drift, 'inputs' | 'unknownRate'>): DriftStatus {
  const found = new Set(inputs.map(({ status }) => status));
  if (isUnknownRateElevated(unknownRate) || found.has('drifted')) return 'drifted';
  return found.has('watch') ? 'watch' : 'stable';
}

/** Lengths of the periods that are compared, longest first: a young rule is compared with its own first hours. */
const windowsMs = [7 * 24, 24, 1].map((hours) => hours * 3_600_000);
const referenceMs = 14 * 24 * 3_600_000;

export interface DriftPeriods {
  readonly reference: { readonly from: Date; readonly to: Date } | null;
  readonly window: { readonly from: Date; readonly to: Date };
}

/** Returns the periods to compare: the most recent one with the first 14 days of the version. `first` is null if it was never evaluated. */
export function driftPeriods(first: Date | null, now: Date): DriftPeriods {
  const begin = first?.getTime() ?? now.getTime();
  const length = windowsMs.find((each) => begin < now.getTime() - each);
  if (length === undefined) return { reference: null, window: { from: new Date(begin), to: now } };
  const from = now.getTime() - length;
  return {
    reference: { from: new Date(begin), to: new Date(Math.min(begin + referenceMs, from)) },
    window: { from: new Date(from), to: now },
  };
}
