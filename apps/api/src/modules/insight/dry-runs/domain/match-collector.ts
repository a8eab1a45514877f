import { seededHash, type SideOutcome } from '@tamis/dry-run';
import type { Cause } from '@tamis/lang';
import type { Decision } from '@tamis/engine';

import { segmentsOf } from './segments.js';
import type { StoredEvaluation } from './stored-evaluation.js';

export const matchChanges = ['gained', 'lost', 'same', 'flipped', 'unknown'] as const;
export type MatchChange = (typeof matchChanges)[number];

/** A record with the change for one rule, or for its decision. */
export interface NewMatch {
  readonly run: StoredEvaluation;
  /** Position in the random order of the sample, 0 to 1. */
  readonly place: number;
  readonly change: MatchChange;
  /** `null` for a change of the decision. */
  readonly ruleKey: string | null;
  /** For a changed rule, the part that made the difference. It is determined after the record was added. */
  clause: string | null;
  readonly segments: readonly string[];
  readonly decisionBaseline: Decision | null;
  readonly decisionCandidate: Decision;
  readonly totalScoreBaseline: number | null;
  readonly totalScoreCandidate: number;
  readonly unknownBecause: readonly Cause[] | null;
}

/** Keys of the rules of both sides, in set order. */
export interface ComparedKeys {
  readonly candidate: readonly string[];
  readonly baseline: readonly string[];
  /** Rules of the candidate that are identical in the baseline. If they hit on both sides, nothing has changed. */
  readonly unchanged: ReadonlySet<string>;
}

/** JSON. */
export interface MatchCollectorState {
  readonly count: number;
  /** The last position that is kept; `null` if all are. */
  readonly last: number | null;
}

interface Outcomes {
  readonly candidate: SideOutcome;
  readonly baseline: SideOutcome | null;
}

const isDifference = ({ change }: NewMatch): boolean => change === 'gained' || change === 'lost';

/** Returns why a rule could not be decided. */
function causesOf({ outcomes: runs }: SideOutcome, rule: number): readonly Cause[] {
  const found = runs.flatMap(({ outcomes }) => outcomes).find((each) => each.rule === rule);
  return found?.causes ?? [];
}

/** Selects the records of one candidate to keep: the first ones in an order determined by seed and ids, however many there are. */
export class MatchCollector {
  /** Total number, including those not kept. */
  count = 0;
  private pending: NewMatch[] = [];
  private places: number[] = [];
  private cutoff = Infinity;

  constructor(
    private readonly keys: ComparedKeys,
    private readonly keep: number,
    private readonly seed: number,
  ) {}

  add(run: StoredEvaluation, outcomes: Outcomes): void {
    const found = this.changesOf(outcomes);
    this.count += found.length;
    if (found.length === 0 || this.keep === 0) return;
    const place = seededHash(run.id, this.seed);
    if (place > this.cutoff) return;
    const { candidate, baseline } = outcomes;
    const shared = {
      run,
      place,
      segments: segmentsOf(run),
      decisionBaseline: baseline?.decision ?? null,
      decisionCandidate: candidate.decision,
      totalScoreBaseline: baseline?.totalScore ?? null,
      totalScoreCandidate: candidate.totalScore,
    };
    for (const { change, ruleKey, rule } of found) {
      const unknownBecause = change === 'unknown' ? causesOf(candidate, rule) : null;
      this.pending.push({ ...shared, change, ruleKey, clause: null, unknownBecause });
      this.places.push(place);
    }
  }

  /** Sets what made the difference for the last added record, by rule key. */
  attribute(run: StoredEvaluation, clauses: ReadonlyMap<string, string>): void {
    for (let at = this.pending.length - 1; at >= 0; at -= 1) {
      const match = this.pending[at] as NewMatch;
      if (match.run !== run) break;
      if (match.ruleKey !== null && isDifference(match)) match.clause = clauses.get(match.ruleKey) ?? null;
    }
  }

  state(): MatchCollectorState {
    return { count: this.count, last: Number.isFinite(this.cutoff) ? this.cutoff : null };
  }

  /** Continues from a saved state. `places` contains the positions of the records kept so far. */
  restore({ count, last }: MatchCollectorState, places: readonly number[]): void {
    this.count = count;
    this.cutoff = last ?? Infinity;
    this.places = [...places];
  }

  /** Number of records kept so far. */
  get kept(): number {
    return this.places.length;
  }

  /** Returns the matches added since the last call. */
  drain(): readonly NewMatch[] {
    const taken = this.pending;
    this.pending = [];
    return taken;
  }

  /** Returns the last position to keep, if enough matches were added to discard the rest; otherwise `null`. */
  currentCutoff(): number | null {
    return this.places.length >= 2 * this.keep && this.keep > 0 ? this.lowerCutoff() : null;
  }

  /** Returns the last position to keep at the end; `null` if all are kept. */
  finalCutoff(): number | null {
    return this.places.length > this.keep && this.keep > 0 ? this.lowerCutoff() : null;
  }

  private lowerCutoff(): number {
    const sorted = Float64Array.from(this.places).sort();
    // All matches of a record are kept, or none.
    let kept = this.keep;
    while (kept > 0 && sorted[kept - 1] === sorted[kept]) kept -= 1;
    this.cutoff = kept === 0 ? -1 : (sorted[kept - 1] as number);
    this.places = Array.from(sorted.subarray(0, kept));
    return this.cutoff;
  }

  private changesOf({ candidate, baseline }: Outcomes) {
    const { keys } = this;
    const found: { change: MatchChange; ruleKey: string | null; rule: number }[] = [];
    const before = new Set((baseline?.hits ?? []).map((index) => keys.baseline[index] as string));
    for (const rule of candidate.hits) {
      const ruleKey = keys.candidate[rule] as string;
      const isSame = before.delete(ruleKey);
      if (!isSame || !keys.unchanged.has(ruleKey)) found.push({ change: isSame ? 'same' : 'gained', ruleKey, rule });
    }
    for (const ruleKey of before) found.push({ change: 'lost', ruleKey, rule: -1 });
    for (const rule of candidate.unknown) {
      const ruleKey = keys.candidate[rule] as string;
      if (!keys.unchanged.has(ruleKey)) found.push({ change: 'unknown', ruleKey, rule });
    }
    if (baseline && baseline.decision !== candidate.decision)
      found.push({ change: 'flipped', ruleKey: null, rule: -1 });
    return found;
  }
}
