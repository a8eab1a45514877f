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

/** The view that some sides share of the events, and their evaluation. With an overlay, it belongs to a single side. */
export class Simulation {
  private readonly facts: ReplayedFacts;
  private readonly hasAsyncRules: boolean;
  /** For each side, the shadow versions that do not count as separate rules. */
  private readonly shadowRules: readonly ReadonlySet<number>[];

  constructor(
    private readonly sides: JointSides,
    tables: DataTables,
    timezone: string,
    /** `null` if the sides see the recorded data. */
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

  /** Returns the time of the oldest payment that the rules may read in an evaluation at `now`, or -Infinity if they may read any. */
  visibleTransactionsFrom(now: number): number {
    return this.sides.visibleFrom('transactions', now);
  }

  /** `hasBegun` means that evaluations of the period have taken place before it. */
  ingest(record: StoredRecord, source: RecordSource, hasBegun: boolean): void {
    const seen = this.overlay ? this.overlay.overlayRecord(record, source, hasBegun) : record;
    if (seen) this.store(seen, source);
  }

  /** `isHidden` means that sides with an overlay do not see added items. */
  applyListChange(change: ListChange, isHidden: boolean): void {
    this.facts.applyListChange(this.overlay ? this.overlay.applyListChange(change, isHidden) : change);
  }

  applyStatusChange(move: StatusChange): void {
    this.overlay?.applyStatusChange(move);
  }

  /** Returns the outcomes of all sides in order. They are valid until the next evaluation. */
  evaluate(event: EvaluationEvent): readonly SideOutcome[] {
    const run = evaluationParams(event);
    this.facts.begin(event);
    const context = this.overlayContext(event);
    const sync = this.sides.evaluate(context, run, this.facts);
    const after = this.hasAsyncRules ? this.sides.evaluate(context, { ...run, stage: 'async' }, this.facts) : null;
    const made: SideOutcome[] = [];
    // Sides with the same result share one outcome.
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

  /** Whether a tried rule hits the record. It is the only rule of its set. */
  isHit(place: number, event: EvaluationEvent): boolean {
    const run = evaluationParams(event);
    const context = this.overlayContext(event);
    const stages: readonly EvaluationParams[] = this.hasAsyncRules ? [run, { ...run, stage: 'async' }] : [run];
    return stages.some((each) => this.sides.evaluateOne(place, context, each, this.facts).hits.length > 0);
  }

  /** Completes an evaluation, after which its record becomes visible to others. `outcomes` is `null` if the record is not in the period. */
  complete(event: EvaluationEvent, outcomes: readonly SideOutcome[] | null): void {
    const source = sourceByTarget[event.target];
    // Its entities are as the evaluation saw them, and the record itself is as the evaluation left it.
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
