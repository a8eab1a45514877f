import { shadowVersions, type DryRun, type SideOutcome } from '@tamis/dry-run';
import type { CompiledRuleSet } from '@tamis/engine';

import { CandidateTally } from '../domain/candidate-tally.js';
import type { ReplayResult } from '../domain/dry-run.js';
import { ExactnessLog } from '../domain/exactness.js';
import { MatchCollector } from '../domain/match-collector.js';
import type { CandidateRecorderState, ReplayCheckpoint } from '../domain/replay-checkpoint.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import { ReproductionLog } from '../domain/reproduction.js';
import type { StoredEvaluation } from '../domain/stored-evaluation.js';
import type { MatchWriter } from '../persistence/match-writer.js';

/** A rule set with its rules in set order. */
interface Side {
  readonly version: string;
  readonly keys: readonly string[];
  readonly ruleIds: readonly string[];
  readonly sources: ReadonlyMap<string, string>;
}

const sideOf = ({ version, rules }: CompiledRuleSet): Side => {
  const watching = shadowVersions(rules);
  const deciding = rules.filter((_, index) => !watching.has(index));
  return {
    version,
    keys: rules.map(({ checked }) => checked.key),
    ruleIds: rules.map((rule) => rule.content.ruleId),
    sources: new Map(deciding.map(({ checked, content: { source } }) => [checked.key, source])),
  };
};

/** Records the results of a replay for one candidate. */
class CandidateRecorder {
  readonly tally: CandidateTally;
  readonly matches: MatchCollector;

  constructor(
    private readonly at: number,
    side: Side,
    baseline: Side | null,
    { keepMatches, sample }: ReplayPlan,
  ) {
    const keys = { candidate: side.keys, baseline: baseline?.keys ?? [] };
    this.tally = new CandidateTally(keys);
    const unchanged = side.keys.filter((key) => baseline?.sources.get(key) === side.sources.get(key));
    this.matches = new MatchCollector({ ...keys, unchanged: new Set(unchanged) }, keepMatches, sample?.seed ?? 1);
  }

  add(run: StoredEvaluation, candidate: SideOutcome, baseline: SideOutcome | null): void {
    this.tally.add(run, candidate, baseline);
    this.matches.add(run, { candidate, baseline });
  }

  /** @param runsDone runs taken so far */
  write(writer: MatchWriter, runsDone: number): Promise<void> {
    return writer.write(this.matches.drain(), this.at, runsDone);
  }

  state(): CandidateRecorderState {
    return { tally: this.tally.state(), matches: this.matches.state() };
  }

  restore({ tally, matches }: CandidateRecorderState, places: readonly number[]): void {
    this.tally.restore(tally);
    this.matches.restore(matches, places);
  }
}

/** Records the matches of a replay, and what is counted in addition to its report. */
export class ReplayRecorder {
  readonly exactness = new ExactnessLog();
  private readonly reproduction = new ReproductionLog();
  private readonly baseline: Side | null;
  private readonly candidates: readonly Side[];
  private readonly recorders: readonly CandidateRecorder[];
  /** The evaluation recorded last. */
  private lastEvaluation: StoredEvaluation | null = null;

  constructor(
    plan: ReplayPlan,
    sets: { readonly baseline: CompiledRuleSet | null; readonly candidates: readonly CompiledRuleSet[] },
  ) {
    this.baseline = sets.baseline && sideOf(sets.baseline);
    this.candidates = sets.candidates.map(sideOf);
    this.recorders = this.candidates.map((side, at) => new CandidateRecorder(at, side, this.baseline, plan));
  }

  /** Records the outcomes of all sides for one record, beginning with the baseline if there is one. */
  record(run: StoredEvaluation, outcomes: readonly SideOutcome[]): void {
    const baseline = this.baseline ? (outcomes[0] as SideOutcome) : null;
    const first = baseline ? 1 : 0;
    this.lastEvaluation = run;
    for (const [at, notes] of this.recorders.entries()) notes.add(run, outcomes[at + first] as SideOutcome, baseline);
    if (!run.recorded) return;
    const sides = [...(this.baseline ? [this.baseline] : []), ...this.candidates];
    const at = sides.findIndex(({ version }) => version === run.recorded?.ruleSetVersion);
    if (at >= 0) this.reproduction.record(run, (sides[at] as Side).ruleIds, outcomes[at] as SideOutcome);
  }

  /** Records what made a candidate differ on the last record: the clause, by rule key. */
  attribute(candidate: number, clauses: ReadonlyMap<string, string>): void {
    if (this.lastEvaluation) this.recorders[candidate]?.matches.attribute(this.lastEvaluation, clauses);
  }

  /** Writes the matches collected since the last call. */
  async write(writer: MatchWriter, runsDone: number): Promise<void> {
    for (const notes of this.recorders) await notes.write(writer, runsDone);
  }

  /**
   * Returns by candidate the last position that is kept from now on; `null` if nothing is to be discarded. `isEnd` is set if no more
   * records follow.
   */
  lowerCutoffs(isEnd: boolean): readonly (number | null)[] {
    return this.recorders.map(({ matches }) => (isEnd ? matches.finalCutoff() : matches.currentCutoff()));
  }

  state(): Pick<ReplayCheckpoint, 'notes' | 'reproduction'> {
    return { notes: this.recorders.map((notes) => notes.state()), reproduction: this.reproduction.result() };
  }

  /** Continues from a saved state. `places`: by candidate, the positions of the matches kept so far. */
  restore(
    { notes, reproduction }: Pick<ReplayCheckpoint, 'notes' | 'reproduction'>,
    places: ReadonlyMap<number, readonly number[]>,
  ): void {
    for (const [at, state] of notes.entries()) this.recorders[at]?.restore(state, places.get(at) ?? []);
    this.reproduction.restore(reproduction);
  }

  /** Returns the result once the replay is finished. */
  result(run: DryRun): ReplayResult {
    const report = run.report();
    if (!report.ok && report.error.kind !== 'empty') throw new Error(JSON.stringify(report.error));
    return {
      // The records themselves are stored as matches.
      report: report.ok ? withoutMatches(report.value) : null,
      reproduction: this.reproduction.result(),
      exactness: this.exactness.result(),
      figures: this.recorders.map(({ tally }) => tally.figures()),
      matchesKept: this.recorders.map(({ matches }) => matches.kept),
      matchesTruncated: this.recorders.map(({ matches }) => matches.kept < matches.count),
    };
  }
}

const withoutMatches = (report: NonNullable<ReplayResult['report']>): NonNullable<ReplayResult['report']> => ({
  ...report,
  candidates: report.candidates.map((each) => ({ ...each, matches: [] })),
});
