import type { CompiledRuleSet, RecordSource, Run, RunOutcome, StoredRecord } from '@tamis/engine';
import type { DataTables } from '@tamis/lang';
import type { ListChange, ReplayedRun, StatusMove } from '../events/replay-event.js';
import { ReplayedFacts } from '../facts/replayed-facts.js';
import type { Overlay } from '../overlay/overlay.js';
import { sideOutcome, type SideOutcome } from '../report/side-tally.js';
import { watchingVersions } from '../report/watching-versions.js';
import type { JointSides } from './joint-sides.js';

const runOf = ({ id, target, trigger, now, matrices }: ReplayedRun): Run =>
  matrices ? { evaluationId: id, target, trigger, now, matrices } : { evaluationId: id, target, trigger, now };

const ownSource = { transaction: 'transactions', userEvent: 'userEvents', person: null, company: null } as const;

/** What some sides see of the stream, and what they make of it. With an overlay it is the world of one side. */
export class World {
  private readonly facts: ReplayedFacts;
  private readonly hasRulesAfterTheAnswer: boolean;
  /** Of each side, the rules that are no rules of their own. */
  private readonly watching: readonly ReadonlySet<number>[];

  constructor(
    private readonly sides: JointSides,
    tables: DataTables,
    /** Null: the sides see what is recorded. */
    private readonly overlay: Overlay | null,
  ) {
    this.facts = new ReplayedFacts(tables, sides.recordPaths());
    sides.begin(tables.rates ?? null);
    this.watching = sides.sets.map(({ rules }) => watchingVersions(rules));
    this.hasRulesAfterTheAnswer = sides.sets.some(({ rules }) =>
      rules.some(({ checked }) => checked.evaluate === 'async'),
    );
  }

  get sets(): readonly CompiledRuleSet[] {
    return this.sides.sets;
  }

  /** Time of the oldest payment that the rules ask for in a run at `now`; -Infinity: they may ask for any. */
  seesPaymentsFrom(now: number): number {
    return this.sides.seesFrom('transactions', now);
  }

  /** `hasBegun`: runs of the period came before it. */
  arrive(record: StoredRecord, source: RecordSource, hasBegun: boolean): void {
    const seen = this.overlay ? this.overlay.arriving(record, source, hasBegun) : record;
    if (seen) this.take(seen, source);
  }

  /** `isHidden`: sides with an overlay do not see what is added. */
  changeList(change: ListChange, isHidden: boolean): void {
    this.facts.changeList(this.overlay ? this.overlay.listChange(change, isHidden) : change);
  }

  moveStatus(move: StatusMove): void {
    this.overlay?.moveStatus(move);
  }

  /** Outcomes of all sides, in order; good until the next run. */
  outcomes(event: ReplayedRun): readonly SideOutcome[] {
    const run = runOf(event);
    const context = this.seen(event);
    const sync = this.sides.evaluate(context, run, this.facts);
    const after = this.hasRulesAfterTheAnswer
      ? this.sides.evaluate(context, { ...run, stage: 'async' }, this.facts)
      : null;
    const made: SideOutcome[] = [];
    // Sides that come to the same have one outcome.
    for (let at = 0; at < sync.length; at++) {
      const outcome = sync[at] as RunOutcome;
      const runs = after ? [outcome, after[at] as RunOutcome] : [outcome];
      const watching = this.watching[at] as ReadonlySet<number>;
      const same =
        watching.size === this.watching[0]?.size && made[0]?.runs.every((each, stage) => each === runs[stage])
          ? made[0]
          : null;
      made.push(same ?? sideOutcome(runs, watching));
    }
    return made;
  }

  /** Does a rule that is tried hit the record? Its set has no other. */
  isHit(place: number, event: ReplayedRun): boolean {
    const run = runOf(event);
    const context = this.seen(event);
    const stages: readonly Run[] = this.hasRulesAfterTheAnswer ? [run, { ...run, stage: 'async' }] : [run];
    return stages.some((each) => this.sides.outcomeOf(place, context, each, this.facts).hits.length > 0);
  }

  /** The run is over; a run does not see its subject among the records. Null: it was not in the period. */
  end(event: ReplayedRun, outcomes: readonly SideOutcome[] | null): void {
    const source = ownSource[event.target];
    // Its entities as the run saw them, itself as the run left it.
    const context = this.overlay ? this.overlay.withEntities(event) : event.context;
    const changes = outcomes && this.overlay?.after(event, (outcomes[0] as SideOutcome).runs);
    if (source !== null) this.arrive(context, source, true);
    for (const change of changes?.lists ?? []) this.facts.changeList(change);
    for (const alert of changes?.alerts ?? []) this.take(alert, 'alerts');
  }

  private seen(event: ReplayedRun): ReplayedRun['context'] {
    return this.overlay ? this.overlay.seen(event) : event.context;
  }

  private take(record: StoredRecord, source: RecordSource): void {
    this.facts.arrive(record, source);
    this.sides.arrive(record, source);
  }
}
