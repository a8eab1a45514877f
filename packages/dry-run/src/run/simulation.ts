import type { CompiledRuleSet, RecordSource, EvaluationParams, EvaluationOutcome, StoredRecord } from '@tamis/engine';
import type { DataTables } from '@tamis/lang';
import type { ListChange, EvaluationEvent, StatusChange } from '../events/replay-event.js';
import { ReplayedFacts, type ReferenceLookup } from '../facts/replayed-facts.js';
import type { Overlay } from '../overlay/overlay.js';
import { sideOutcome, type SideOutcome } from '../report/side-tally.js';
import { shadowVersions } from '../report/shadow-versions.js';
import type { JointSides } from './joint-sides.js';

const evaluationParams = ({ id, target, trigger, now, matrices }: EvaluationEvent): EvaluationParams =>
  matrices ? { evaluationId: id, target, trigger, now, matrices } : { evaluationId: id, target, trigger, now };

const sourceByTarget = { transaction: 'transactions', userEvent: 'userEvents', person: null, company: null } as const;

/** What some sides see of the stream, and what they make of it. With an overlay it is the world of one side. */
export class Simulation {
  private readonly facts: ReplayedFacts;
  private readonly hasAsyncRules: boolean;
  /** Of each side, the rules that are no rules of their own. */
  private readonly shadowRules: readonly ReadonlySet<number>[];

  constructor(
    private readonly sides: JointSides,
    tables: DataTables,
    timezone: string,
    /** Null: the sides see what is recorded. */
    private readonly overlay: Overlay | null,
    reference: ReferenceLookup | null,
  ) {
    this.facts = new ReplayedFacts(tables, sides.recordPaths(), timezone, reference);
    sides.start(tables.rates ?? null);
    this.shadowRules = sides.sets.map(({ rules }) => shadowVersions(rules));
    this.hasAsyncRules = sides.sets.some(({ rules }) => rules.some(({ checked }) => checked.evaluate === 'async'));
  }

  get sets(): readonly CompiledRuleSet[] {
    return this.sides.sets;
  }

  /** Time of the oldest payment that the rules ask for in a run at `now`; -Infinity: they may ask for any. */
  visibleTransactionsFrom(now: number): number {
    return this.sides.visibleFrom('transactions', now);
  }

  /** `hasBegun`: runs of the period came before it. */
  ingest(record: StoredRecord, source: RecordSource, hasBegun: boolean): void {
    const seen = this.overlay ? this.overlay.overlayRecord(record, source, hasBegun) : record;
    if (seen) this.store(seen, source);
  }

  /** `isHidden`: sides with an overlay do not see what is added. */
  applyListChange(change: ListChange, isHidden: boolean): void {
    this.facts.applyListChange(this.overlay ? this.overlay.applyListChange(change, isHidden) : change);
  }

  applyStatusChange(move: StatusChange): void {
    this.overlay?.applyStatusChange(move);
  }

  /** Outcomes of all sides, in order; good until the next run. */
  evaluate(event: EvaluationEvent): readonly SideOutcome[] {
    const run = evaluationParams(event);
    this.facts.begin(event);
    const context = this.overlayContext(event);
    const sync = this.sides.evaluate(context, run, this.facts);
    const after = this.hasAsyncRules ? this.sides.evaluate(context, { ...run, stage: 'async' }, this.facts) : null;
    const made: SideOutcome[] = [];
    // Sides that come to the same have one outcome.
    for (let at = 0; at < sync.length; at++) {
      const outcome = sync[at] as EvaluationOutcome;
      const runs = after ? [outcome, after[at] as EvaluationOutcome] : [outcome];
      const watching = this.shadowRules[at] as ReadonlySet<number>;
      const same =
        watching.size === this.shadowRules[0]?.size && made[0]?.outcomes.every((each, stage) => each === runs[stage])
          ? made[0]
          : null;
      made.push(same ?? sideOutcome(runs, watching));
    }
    return made;
  }

  /** Does a rule that is tried hit the record? Its set has no other. */
  isHit(place: number, event: EvaluationEvent): boolean {
    const run = evaluationParams(event);
    const context = this.overlayContext(event);
    const stages: readonly EvaluationParams[] = this.hasAsyncRules ? [run, { ...run, stage: 'async' }] : [run];
    return stages.some((each) => this.sides.evaluateOne(place, context, each, this.facts).hits.length > 0);
  }

  /** The run is over; a run does not see its subject among the records. Null: it was not in the period. */
  complete(event: EvaluationEvent, outcomes: readonly SideOutcome[] | null): void {
    const source = sourceByTarget[event.target];
    // Its entities as the run saw them, itself as the run left it.
    const context = this.overlay ? this.overlay.overlayEntities(event) : event.context;
    const changes = outcomes && this.overlay?.recordOutcomes(event, (outcomes[0] as SideOutcome).outcomes);
    if (source !== null) this.ingest(context, source, true);
    for (const change of changes?.lists ?? []) this.facts.applyListChange(change);
    for (const alert of changes?.alerts ?? []) this.store(alert, 'alerts');
  }

  private overlayContext(event: EvaluationEvent): EvaluationEvent['context'] {
    return this.overlay ? this.overlay.overlayContext(event) : event.context;
  }

  private store(record: StoredRecord, source: RecordSource): void {
    this.facts.ingest(record, source);
    this.sides.ingest(record, source);
  }
}
