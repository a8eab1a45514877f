import { DryRun, type ReplayEvent, type SideOutcome } from '@tamis/dry-run';
import { compileRuleSet, type CompiledRuleSet, type RuleSetContent } from '@tamis/engine';

import type { TransactionClient } from '../../../platform/database/index.js';
import { ratesOfPeriod } from '../../currency-rates/index.js';
import { CandidateTally } from '../domain/candidate-tally.js';
import type { ReplayResult } from '../domain/dry-run.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import { ExactnessLog } from '../domain/exactness.js';
import { MatchCollector } from '../domain/match-collector.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import { ReproductionLog } from '../domain/reproduction.js';
import type { StoredRun } from '../domain/stored-run.js';
import { windowReach } from '../domain/window-reach.js';
import type { MatchWriter } from '../persistence/match-writer.js';
import { firstRead, type Past, PastMatrices, RecordFilter } from './past.js';
import { PastEvents } from './past-events.js';

/** How far back rates are read where windows have no beginning. */
const ratesBeforeMs = 5 * 366 * 86_400_000;

export interface ReplayProgress {
  readonly recordsDone: number;
  readonly recordsTotal: number;
}

/** A rule set and its rules in set order. */
interface Side {
  readonly version: string;
  readonly keys: readonly string[];
  readonly ruleIds: readonly string[];
  readonly sources: ReadonlyMap<string, string>;
}

function compiled(content: RuleSetContent): CompiledRuleSet {
  const set = compileRuleSet(content);
  if (!set.ok) throw new Error(`a rule set of a stored dry run has errors: ${JSON.stringify(set.error)}`);
  return set.value;
}

const sideOf = (content: RuleSetContent): Side => {
  const { version, rules } = compiled(content);
  return {
    version,
    keys: rules.map(({ checked }) => checked.key),
    ruleIds: rules.map((rule) => rule.content.ruleId),
    sources: new Map(rules.map(({ checked, content: { source } }) => [checked.key, source])),
  };
};

/** What a replay notes of one candidate. */
class CandidateNotes {
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

  add(run: StoredRun, candidate: SideOutcome, baseline: SideOutcome | null): void {
    this.tally.add(run, candidate, baseline);
    this.matches.add(run, { candidate, baseline });
  }

  async store(writer: MatchWriter): Promise<void> {
    await writer.write(this.matches.take(), this.at);
    const place = this.matches.cut();
    if (place !== null) await writer.cut(this.at, place);
  }

  async end(writer: MatchWriter): Promise<void> {
    await this.store(writer);
    const place = this.matches.end();
    if (place !== null) await writer.cut(this.at, place);
  }
}

/** One replay, from its first event to its result. */
class Replay {
  readonly exactness = new ExactnessLog();
  private readonly reproduction = new ReproductionLog();
  private readonly baseline: Side | null;
  private readonly candidates: readonly Side[];
  private readonly notes: readonly CandidateNotes[];

  constructor(private readonly plan: ReplayPlan) {
    this.baseline = plan.baseline && sideOf(plan.baseline);
    this.candidates = plan.candidates.map(({ content }) => sideOf(content));
    this.notes = this.candidates.map((side, at) => new CandidateNotes(at, side, this.baseline, plan));
  }

  /** Outcomes of all sides for one record, the baseline first where there is one. */
  note(run: StoredRun, outcomes: readonly SideOutcome[]): void {
    const baseline = this.baseline ? (outcomes[0] as SideOutcome) : null;
    const first = baseline ? 1 : 0;
    for (const [at, notes] of this.notes.entries()) notes.add(run, outcomes[at + first] as SideOutcome, baseline);
    if (!run.recorded) return;
    const sides = [...(this.baseline ? [this.baseline] : []), ...this.candidates];
    const at = sides.findIndex(({ version }) => version === run.recorded?.ruleSetVersion);
    if (at >= 0) this.reproduction.note(run, (sides[at] as Side).ruleIds, outcomes[at] as SideOutcome);
  }

  async store(writer: MatchWriter): Promise<void> {
    for (const notes of this.notes) await notes.store(writer);
  }

  async result(run: DryRun, writer: MatchWriter): Promise<ReplayResult> {
    for (const notes of this.notes) await notes.end(writer);
    const report = run.report();
    if (!report.ok && report.error.kind !== 'empty') throw new Error(JSON.stringify(report.error));
    return {
      // The records themselves are kept as matches.
      report: report.ok ? withoutMatches(report.value) : null,
      reproduction: this.reproduction.result(),
      exactness: this.exactness.result(),
      figures: this.notes.map(({ tally }) => tally.figures()),
      matchesKept: this.notes.map(({ matches }) => matches.kept),
      matchesTruncated: this.notes.map(({ matches }) => matches.kept < matches.count),
    };
  }
}

const withoutMatches = (report: NonNullable<ReplayResult['report']>): NonNullable<ReplayResult['report']> => ({
  ...report,
  candidates: report.candidates.map((each) => ({ ...each, matches: [] })),
});

const optionsOf = ({ from, to, sample, analystMinutesPerAlert }: ReplayPlan) => ({
  from: Date.parse(from),
  to: Date.parse(to),
  keepMatches: 0,
  analystMinutesPerAlert,
  ...(sample && { sampleRate: sample.rate, seed: sample.seed }),
});

/**
 * Replays what is stored through all sides of a plan, as it came. Reads over one snapshot, some records at a time; what it keeps of
 * them goes to the writer.
 */
export async function replayRecords(
  client: TransactionClient,
  organizationId: string,
  plan: ReplayPlan,
  { writer, onProgress }: { readonly writer: MatchWriter; readonly onProgress: (progress: ReplayProgress) => void },
): Promise<ReplayResult> {
  await client.query('set transaction isolation level repeatable read, read only');
  // A statement ends with the thread that waits for it.
  await client.query(`set local client_connection_check_interval = '${dryRunLimits.beatMs}ms'`);
  const replay = new Replay(plan);
  const sides = [...plan.candidates.map(({ content }) => content), ...(plan.baseline ? [plan.baseline] : [])];
  const past: Past = {
    client,
    organizationId,
    plan,
    reach: windowReach(sides),
    exactness: replay.exactness,
    matrices: new PastMatrices(client, organizationId),
    filter: plan.filter && new RecordFilter(plan.filter),
  };
  const from = firstRead(past) ?? new Date(Date.parse(plan.from) - ratesBeforeMs);
  const rates = await ratesOfPeriod(client, organizationId, { from, to: new Date(plan.to) });
  const { baseline, candidates } = plan;
  const prepared = DryRun.prepare(
    { baseline, candidates, tables: { rates }, options: optionsOf(plan) },
    (run, outcomes) => replay.note(run as StoredRun, outcomes),
  );
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  const events = new PastEvents(past);
  const recordsTotal = await events.total();
  let recordsDone = 0;
  onProgress({ recordsDone, recordsTotal });
  await writer.begin();
  for await (const batch of events.stream()) {
    prepared.value.take(batch.flatMap((each): readonly ReplayEvent[] => each.events));
    recordsDone += batch.filter(({ counts }) => counts).length;
    await replay.store(writer);
    onProgress({ recordsDone, recordsTotal });
  }
  return replay.result(prepared.value, writer);
}
