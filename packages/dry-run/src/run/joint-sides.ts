import {
  compileJointly,
  type CompiledRuleSet,
  type Context,
  type Facts,
  type FoldedWindows,
  type JointRuleSets,
  type RecordSource,
  type RuleSetContent,
  type RuleSetProblem,
  type EvaluationParams,
  type EvaluationOutcome,
  type StoredRecord,
} from '@tamis/engine';
import type { RateTable } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import type { RecordPaths, ReplayedFacts } from '../facts/replayed-facts.js';

/** Sets over one plan, and which of all sides they are. */
interface Group {
  readonly indexes: readonly number[];
  readonly joint: JointRuleSets;
  /** How many of the places are sides; those after them are tried when somebody asks. */
  readonly sides: number;
  /** Null until events are taken. */
  windows: FoldedWindows | null;
}

function groupByPlan(contents: readonly RuleSetContent[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [place, { baseCurrency, timezone }] of contents.entries()) {
    const key = `${baseCurrency} ${timezone}`;
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return [...groups.values()];
}

/** Rule sets that are evaluated side by side on the same records; those with one zone and currency share all work they can. */
export class JointSides {
  readonly sets: readonly CompiledRuleSet[];
  private baseFacts: Facts = { windows: {} };

  private constructor(
    private readonly groups: readonly Group[],
    private readonly count: number,
  ) {
    const sets: CompiledRuleSet[] = [];
    for (const { indexes: places, joint } of groups)
      for (const [at, place] of places.entries()) if (place < count) sets[place] = joint.sets[at] as CompiledRuleSet;
    this.sets = sets;
  }

  /**
   * Failure: for each content, in order, the rules that have errors. The first `count` are sides; the others have no errors and
   * are tried on records by `outcomeOf`.
   */
  static compile(
    contents: readonly RuleSetContent[],
    count = contents.length,
  ): Result<JointSides, readonly (readonly RuleSetProblem[])[]> {
    const problems: (readonly RuleSetProblem[])[] = contents.map(() => []);
    const groups: Group[] = [];
    for (const places of groupByPlan(contents)) {
      const compiled = compileJointly(places.map((place) => contents[place] as RuleSetContent));
      if (compiled.ok)
        groups.push({
          indexes: places,
          joint: compiled.value,
          sides: places.filter((place) => place < count).length,
          windows: null,
        });
      else for (const [at, place] of places.entries()) problems[place] = compiled.error[at] ?? [];
    }
    return problems.some(({ length }) => length > 0) ? failure(problems) : ok(new JointSides(groups, count));
  }

  /** Of all records any side reads. */
  recordPaths(): RecordPaths {
    const found = new Map<string, readonly (readonly string[])[]>();
    for (const { joint } of this.groups)
      for (const [source, paths] of joint.recordPaths()) found.set(source, [...(found.get(source) ?? []), ...paths]);
    return found as RecordPaths;
  }

  /** As `JointRuleSets.seesFrom`, of all sides. */
  visibleFrom(source: RecordSource, now: number): number {
    return Math.min(...this.groups.map(({ joint }) => joint.visibleFrom(source, now)));
  }

  /** From here on these rates hold. To be called once, before anything arrives. */
  start(rates: RateTable | null): void {
    for (const group of this.groups) group.windows = group.joint.foldedWindows(rates);
    this.baseFacts = { windows: {}, ...(rates ? { rates } : {}) };
  }

  /** A record arrives, or a new version of one. */
  ingest(record: StoredRecord, source: RecordSource): void {
    for (const { windows } of this.groups) windows?.ingest(record, source);
  }

  /** Outcomes of all sides, in order; good until the next run. */
  evaluate(context: Context, run: EvaluationParams, facts: ReplayedFacts): readonly EvaluationOutcome[] {
    const outcomes: EvaluationOutcome[] = [];
    for (const { indexes: places, joint, windows, sides } of this.groups) {
      if (sides === 0) continue;
      const gathered = joint.gather(context, run, facts, windows as FoldedWindows, this.baseFacts);
      const found = joint.evaluate(context, gathered, run, sides);
      for (let at = 0; at < sides; at++) outcomes[places[at] as number] = found[at] as EvaluationOutcome;
    }
    return outcomes;
  }

  /** Of one content, side or not; outcomes of a run before must not be looked into any more. */
  evaluateOne(place: number, context: Context, run: EvaluationParams, facts: ReplayedFacts): EvaluationOutcome {
    const { indexes: places, joint, windows } = this.groups.find((group) => group.indexes.includes(place)) as Group;
    const gathered = joint.gather(context, run, facts, windows as FoldedWindows, this.baseFacts);
    return (joint.sets[places.indexOf(place)] as CompiledRuleSet).evaluate(context, gathered, run);
  }
}
