import type { components } from '@tamis/client';

type Schemas = components['schemas'];
export type DryRun = Schemas['DryRunDto'];
export type MatchCounts = Omit<Schemas['MatchCountsDto'], 'success'>;
export type Match = Schemas['MatchDto'];

/** The results of a dry run, regardless of where it was executed. */
export interface Figures extends Required<
  Pick<DryRun, 'decisions' | 'flips' | 'unknown' | 'rules' | 'labels' | 'alerts' | 'perDay' | 'amounts'>
> {
  readonly hasBaseline: boolean;
  readonly replayed: number;
}

/** Returns `null` if the results are not available yet, or if no record was evaluated. */
export function figuresOf(run: DryRun): Figures | null {
  const { records, decisions, flips, unknown, rules, labels, alerts, perDay, amounts } = run;
  if (!records || !decisions || !flips || !unknown || !rules || !labels || !alerts || !perDay || !amounts) return null;
  const figures = { decisions, flips, unknown, rules, labels, alerts, perDay, amounts };
  return { ...figures, hasBaseline: run.baseline !== null, replayed: records.replayed };
}

/** Returns the numbers of all records by decision before and after: records that no filter could list are on the diagonal. */
export function wholeMatrix({ decisions, flips, hasBaseline }: Figures): MatchCounts['decisions'] {
  if (!hasBaseline)
    return decisions.map(({ decision, candidate }) => ({ from: null, to: decision, records: candidate }));
  const moved = flips.map(({ from, to, count }) => ({ from, to, records: count }));
  const stayed = decisions.map(({ decision, baseline }) => {
    const left = flips.filter(({ from }) => from === decision).reduce((sum, { count }) => sum + count, 0);
    return { from: decision, to: decision, records: baseline - left };
  });
  return [...moved, ...stayed];
}

export const isUnfinished = ({ status }: { readonly status: string }): boolean =>
  status === 'queued' || status === 'running';

/** Returns the interval for reading the state of an unfinished one again. */
export const readAgainMs = (run: { readonly status: string } | undefined): number | false =>
  run && isUnfinished(run) ? 1_000 : false;
