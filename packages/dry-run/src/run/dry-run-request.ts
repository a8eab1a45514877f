import { type RuleSetContent, type RuleSetProblem, compileRuleSet } from '@tamis/engine';
import type { DataTables } from '@tamis/lang';
import type { ReferenceLookup } from '../facts/replayed-facts.js';
import { needsOverlay, overlayNeeds } from '../overlay/overlay-needs.js';

/** Whether some side of a run reads what its own rules change, and is to see it: what is evaluated depends on all that came before. */
export function isOverlaid({ baseline, candidates, options }: DryRunRequest): boolean {
  if (options?.overlay !== true) return false;
  return [...(baseline ? [baseline] : []), ...candidates.map(({ content }) => content)].some((content) => {
    const compiled = compileRuleSet(content);
    return compiled.ok && needsOverlay(overlayNeeds(compiled.value));
  });
}

/** A rule set that might have been active. */
export interface Candidate {
  /** Told apart by it in the report. */
  readonly name: string;
  readonly content: RuleSetContent;
}

export interface DryRunRequest {
  /** What the candidates are compared with; null: nothing. */
  readonly baseline: RuleSetContent | null;
  /** At least one. */
  readonly candidates: readonly Candidate[];
  /** Lists as they were before the first event, rates of the whole time, everything else that is looked up. */
  readonly tables?: DataTables;
  /** Answers of reference data, in place of those of the tables. */
  readonly reference?: ReferenceLookup;
  readonly options?: DryRunOptions;
}

/** IANA zone of the organization, whose rules all sides are. */
export const timezoneOf = ({ baseline, candidates }: DryRunRequest): string =>
  (baseline ?? candidates[0]?.content)?.timezone ?? 'UTC';

export interface DryRunOptions {
  /** First and last logical time of the records that are evaluated, milliseconds since 1970 UTC, both included. */
  readonly from?: number;
  readonly to?: number;
  /** Share of the records that is evaluated, 0 to 1, by a hash of their ids; windows hold all of them. */
  readonly sampleRate?: number;
  /** Chooses the sample and the order of matches. */
  readonly seed?: number;
  /** Changed records that are kept of each candidate; totals count all. */
  readonly keepMatches?: number;
  readonly analystMinutesPerAlert?: number;
  /**
   * Whether the effects of each side are seen by its own later runs: items added to lists, statuses, alerts, and the score and
   * decision of earlier payments. Otherwise those are as the events have them.
   */
  readonly overlay?: boolean;
}

export const defaultOptions = {
  from: -Infinity,
  to: Infinity,
  sampleRate: 1,
  seed: 1,
  keepMatches: 1_000,
  analystMinutesPerAlert: 10,
  overlay: false,
} as const satisfies Required<DryRunOptions>;

/** Why there is no report. */
export type DryRunProblem =
  /** Rules have errors; `side` is the name of the candidate, null the baseline. */
  | {
      readonly kind: 'rules';
      readonly sides: readonly { readonly side: string | null; readonly problems: readonly RuleSetProblem[] }[];
    }
  /** No record of the period was evaluated. */
  | { readonly kind: 'empty' };
