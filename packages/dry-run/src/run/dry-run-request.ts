import { type RuleSetContent, type RuleSetProblem, compileRuleSet } from '@tamis/engine';
import type { DataTables } from '@tamis/lang';
import type { ReferenceLookup } from '../facts/replayed-facts.js';
import { needsOverlay, overlayNeeds } from '../overlay/overlay-needs.js';

/**
 * Whether some side reads data that its own rules change, with an overlay that makes these changes visible. Evaluations then depend on
 * everything before them.
 */
export function isOverlaid({ baseline, candidates, options }: DryRunRequest): boolean {
  if (options?.overlay !== true) return false;
  return [...(baseline ? [baseline] : []), ...candidates.map(({ content }) => content)].some((content) => {
    const compiled = compileRuleSet(content);
    return compiled.ok && needsOverlay(overlayNeeds(compiled.value));
  });
}

/** A rule set that could be active instead. */
export interface Candidate {
  /** Identifies the candidate in the report. */
  readonly name: string;
  readonly content: RuleSetContent;
}

export interface DryRunRequest {
  /** Rule set that the candidates are compared with, or `null` for none. */
  readonly baseline: RuleSetContent | null;
  /** At least one. */
  readonly candidates: readonly Candidate[];
  /** Lists as they were before the first event, rates of the whole period, and all other reference data. */
  readonly tables?: DataTables;
  /** Replaces the reference data of the tables. */
  readonly reference?: ReferenceLookup;
  readonly options?: DryRunOptions;
}

/** Returns the IANA time zone of the organization, to which the rules of all sides belong. */
export const timezoneOf = ({ baseline, candidates }: DryRunRequest): string =>
  (baseline ?? candidates[0]?.content)?.timezone ?? 'UTC';

export interface DryRunOptions {
  /** First and last logical time of the records that are evaluated, in milliseconds since 1970 UTC, both inclusive. */
  readonly from?: number;
  readonly to?: number;
  /** Share of the records that is evaluated, from 0 to 1, chosen by a hash of their ids. Windows contain all records. */
  readonly sampleRate?: number;
  /** Determines the sample and the order of matches. */
  readonly seed?: number;
  /** Maximum number of changed records that are kept for each candidate. Totals count all of them. */
  readonly keepMatches?: number;
  readonly analystMinutesPerAlert?: number;
  /**
   * Whether later evaluations of a side see the effects of its earlier ones: items added to lists, statuses, alerts, and the score and
   * decision of earlier payments. Otherwise these are as recorded in the events.
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
  /** Rules have errors. `side` is the name of the candidate, or `null` for the baseline. */
  | {
      readonly kind: 'rules';
      readonly sides: readonly { readonly side: string | null; readonly problems: readonly RuleSetProblem[] }[];
    }
  /** No record of the period was evaluated. */
  | { readonly kind: 'empty' };
