import {
  compileJointly,
  planSettingsKey,
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

/** Rule sets that share one plan, and their indexes among all sides. */
interface Group {
  readonly indexes: readonly number[];
  readonly joint: JointRuleSets;
  /** Number of the indexes that are sides. Those after them are only tried on request. */
  readonly sides: number;
  /** `null` until events are processed. */
  windows: FoldedWindows | null;
}

function groupByPlan(contents: readonly RuleSetContent[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [place, content] of contents.entries()) {
    const key = planSettingsKey(content);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return [...groups.values()];
}

/** Rule sets that are evaluated together on the same records. Those with the same settings share as much work as possible. */
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
   * Compiles the contents. Fails with the erroneous rules of each content, in order. The first `count` contents are sides. The others have
   * no errors and are tried on records by `evaluateOne`.
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

  /** Returns the paths that any side reads, for all records. */
  recordPaths(): RecordPaths {
    const found = new Map<string, readonly (readonly string[])[]>();
    for (const { joint } of this.groups)
      for (const [source, paths] of joint.recordPaths()) found.set(source, [...(found.get(source) ?? []), ...paths]);
    return found as RecordPaths;
  }

  /** Like `JointRuleSets.visibleFrom`, for all sides. */
  visibleFrom(source: RecordSource, now: number): number {
    return Math.min(...this.groups.map(({ joint }) => joint.visibleFrom(source, now)));
  }

  /** Sets the rates. To be called once, before anything arrives. */
  start(rates: RateTable | null): void {
    for (const group of this.groups) group.windows = group.joint.foldedWindows(rates);
    this.baseFacts = { windows: {}, ...(rates ? { rates } : {}) };
  }

  /** Adds a record, or a new version of one. */
  ingest(record: StoredRecord, source: RecordSource): void {
    for (const { windows } of this.groups) windows?.ingest(record, source);
  }

  /** Returns the outcomes of all sides in order. They are valid until the next evaluation. */
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

  /** Evaluates one content, whether it is a side or not. Outcomes of earlier evaluations must not be inspected any more. */
  evaluateOne(place: number, context: Context, run: EvaluationParams, facts: ReplayedFacts): EvaluationOutcome {
    const { indexes: places, joint, windows } = this.groups.find((group) => group.indexes.includes(place)) as Group;
    const gathered = joint.gather(context, run, facts, windows as FoldedWindows, this.baseFacts);
    return (joint.sets[places.indexOf(place)] as CompiledRuleSet).evaluate(context, gathered, run);
  }
}
