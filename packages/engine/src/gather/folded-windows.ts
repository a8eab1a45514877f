import {
  isInWindow,
  Unknown,
  type Outcome,
  type RateTable,
  type Type,
  type Value,
  type WindowBounds,
} from '@tamis/lang';
import { compileSelector } from '../compile/compile-selector.js';
import { GraphCompiler } from '../compile/compile-graph.js';
import type { EnvironmentSettings } from '../facts/environment.js';
import type { StoredRecord } from '../facts/fact-source.js';
import type { FoldedAggregates, RecordSource } from '../facts/facts.js';
import { maxWindowRows } from '../limits.js';
import { timeSpanKey } from '../plan/plan-key.js';
import type { AggregatePlan, WindowPlan } from '../plan/plan-node.js';
import { timeSpanBounds, type WindowRequestContext } from '../plan/plan-windows.js';
import { recordKey } from '../plan/record-key.js';
import type { RecordSelector, RecordSelection } from '../facts/aggregate-request.js';
import { foldFew, type FewRecords } from '../windows/fold-few.js';
import { StringInterner, KeyReader } from '../windows/key-readers.js';
import { LinkedGroup } from '../windows/linked-group.js';
import { rangeInOrder } from '../windows/range-in-order.js';
import { SelectionColumn, RowCache } from '../windows/record-columns.js';
import type { NumberedFold } from '../windows/record-series.js';
import { SourceColumns } from '../windows/source-columns.js';
import type { SubjectSlots } from '../windows/subject-slots.js';

const unknownRows = new Unknown([{ cause: 'too_many_rows' }]);

/**
 * Returns the ways in which a record may be linked, each with the paths of the subject, in order, and of the record. Returns `null` if the
 * paths of the subject differ between them.
 */
function linkAlternatives({ links }: WindowPlan): readonly WindowPlan['links'][number][number][] | null {
  let ways: WindowPlan['links'][number][number][] = [[]];
  for (const alternatives of links)
    ways = ways.flatMap((way) => alternatives.map((equalities) => [...way, ...equalities]));
  const ofSubject = ways.map((way) => JSON.stringify(way.map(({ subjectPath, type }) => [subjectPath, type])));
  return new Set(ofSubject).size === 1 ? ways : null;
}

/** Whether an aggregate can be folded from reading each record once, when it arrives. */
export const isFoldedOnArrival = (plan: AggregatePlan): boolean =>
  recordKey(plan) !== null && linkAlternatives(plan.window) !== null;

/** An aggregate and the location of its records. */
interface FoldedAggregate {
  readonly plan: AggregatePlan;
  readonly request: NumberedFold;
  readonly source: SourceColumns;
  readonly group: LinkedGroup;
  /** `null` if it reads nothing of its records. */
  readonly column: SelectionColumn | null;
  readonly columnAt: number;
  readonly span: number;
}

/**
 * Aggregates over records as they arrive, for replays. Each filter and value is evaluated once per record, when it arrives, and only the
 * results are kept, not the record. An evaluation folds only those aggregates that are requested.
 */
export class FoldedWindows {
  /** Keyed by aggregate id. */
  private readonly folded: (FoldedAggregate | undefined)[] = [];
  private readonly sources = new Map<string, SourceColumns>();
  private readonly bounds: (WindowBounds | Unknown | null)[] = [];
  private readonly spans = new Map<string, number>();
  private readonly texts = new StringInterner();
  private readonly readers = new Map<string, KeyReader>();
  private readonly rows = new Map<string, RowCache>();
  private readonly compiler: GraphCompiler;
  private run: WindowRequestContext | null = null;
  /** Keyed by source: results for the subject of the current evaluation. */
  private readonly subjectSelections = new Map<SourceColumns, (RecordSelection | null)[]>();
  private readonly known: (Outcome | undefined)[] = [];
  private readonly knownIn: number[] = [];
  private runs = 0;

  constructor(
    plans: readonly AggregatePlan[],
    private readonly settings: EnvironmentSettings,
    private readonly rates: RateTable | null,
  ) {
    this.compiler = new GraphCompiler(settings.timezone);
    for (const plan of plans) if (isFoldedOnArrival(plan)) this.folded[plan.id] = this.fold(plan);
  }

  ingest(record: StoredRecord, source: RecordSource): void {
    const { run } = this;
    for (const columns of this.sources.values()) {
      if (columns.source !== source) continue;
      columns.ingest(record, (time) =>
        run?.context === record && run.now === time ? (this.subjectSelections.get(columns) ?? null) : null,
      );
    }
  }

  /**
   * Returns the aggregates of an evaluation, each folded on first access. They are valid until the next record arrives or the next
   * evaluation begins.
   */
  begin(run: WindowRequestContext): FoldedAggregates {
    this.run = run;
    this.runs += 1;
    this.bounds.fill(null);
    for (const seen of this.subjectSelections.values()) seen.fill(null);
    return this;
  }

  /**
   * Returns the value in the current evaluation, or `undefined` if the aggregate is not folded here, the subject lacks a key, or the window
   * has no start.
   */
  get(id: number): Outcome | undefined {
    if (this.knownIn[id] === this.runs) return this.known[id];
    const folded = this.folded[id];
    if (folded === undefined || this.run === null) return undefined;
    const value = this.valueOf(folded, this.run);
    this.known[id] = value;
    this.knownIn[id] = this.runs;
    return value;
  }

  private valueOf(folded: FoldedAggregate, run: WindowRequestContext): Outcome | undefined {
    const { plan, source, span } = folded;
    const subject = this.subjectIn(folded, run);
    if (subject.stream < 0) return undefined;
    const { now } = run;
    const bounds = (this.bounds[span] ??= timeSpanBounds(plan.span, now, run.timezone, run.startOf));
    if (bounds instanceof Unknown) return undefined;
    const isOwn = run.ownSource === source.source && !plan.prior && isInWindow(now, bounds) && subject.isOwn;
    const many = folded.group.linked.sortedSlotsOf(subject.stream);
    if (many)
      return this.foldMany(folded, { stream: subject.stream, slots: many, bounds, except: subject.except, isOwn });
    subject.seek(bounds);
    return this.foldSlots(folded, subject, isOwn);
  }

  /** Returns the records with the subject's key. */
  private subjectIn({ group, source }: FoldedAggregate, { context, ownSource }: WindowRequestContext): SubjectSlots {
    const { ofSubject } = group;
    if (group.filledIn === this.runs) return ofSubject;
    group.filledIn = this.runs;
    const { id } = context;
    const isThere = ownSource === source.source && typeof id === 'string';
    ofSubject.begin(context, isThere ? (source.slots.get(id) ?? -1) : -1);
    return ofSubject;
  }

  private foldSlots(
    folded: FoldedAggregate,
    { slots, first, end }: SlotsInView,
    isOwn: boolean,
    plainly = false,
  ): Outcome {
    const { plan, request, column } = folded;
    const count = end - first;
    const rows = count + (isOwn ? 1 : 0);
    if (plan.capped && rows > maxWindowRows) return unknownRows;
    const left = plan.last === null ? count : Math.max(0, count - Math.max(0, rows - plan.last));
    if (column === null) return foldCount(request, left + (isOwn ? 1 : 0));
    const own = isOwn ? this.ownOf(folded, column) : null;
    return foldFew(request, { slots, first, end: first + left, column, own }, plainly);
  }

  private foldMany(folded: FoldedAggregate, { stream, slots, bounds, except, isOwn }: ManyRecords): Outcome {
    const { plan, request, column, group, source } = folded;
    const [first, end] = rangeInOrder((at) => source.times.at(slots[at] as number), slots.length, bounds);
    const excepted = except < 0 ? -1 : slots.indexOf(except, first);
    if (excepted >= first && excepted < end) {
      const left = slots.slice(first, end).filter((slot) => slot !== except);
      const newestFirst = Int32Array.from(left.reverse());
      return this.foldSlots(folded, { slots: newestFirst, first: 0, end: left.length }, isOwn, true);
    }
    const rows = end - first + (isOwn ? 1 : 0);
    if (plan.capped && rows > maxWindowRows) return unknownRows;
    const from = plan.last === null ? first : first + Math.max(0, rows - plan.last);
    if (column === null) return foldCount(request, end - from + (isOwn ? 1 : 0));
    const own = isOwn ? this.subjectSelection(folded, column) : null;
    return group.seriesOf(stream, column, slots).fold(request, [from, end], own);
  }

  private ownOf(folded: FoldedAggregate, column: SelectionColumn): FewRecords['own'] {
    return column.toEntry(this.subjectSelection(folded, column));
  }

  private subjectSelection({ source, columnAt }: FoldedAggregate, column: SelectionColumn): RecordSelection {
    const { context, now } = this.run as WindowRequestContext;
    let seen = this.subjectSelections.get(source);
    if (!seen) this.subjectSelections.set(source, (seen = source.columns.map(() => null)));
    return (seen[columnAt] ??= column.select(context, now));
  }

  private fold(plan: AggregatePlan): FoldedAggregate {
    const { window, valueType, fold, declaration, id, span } = plan;
    const source = this.sourceOf(window);
    const columnAt = this.columnOf(plan, source);
    const column = source.columns[columnAt] ?? null;
    const { from } = fold;
    if (from?.kind === 'totals') column?.keepUnits(from.number);
    if (from?.kind === 'rank' && typeof from.rank === 'string') column?.keepUnits(from.number);
    if (from?.kind === 'distinct') column?.keepCodes(from.key);
    const key = timeSpanKey(span);
    const known = this.spans.get(key) ?? this.spans.size;
    this.spans.set(key, known);
    this.bounds[known] = null;
    const settledByOne = declaration.settledByOne === true;
    return {
      plan,
      request: { id, fold, valueType, settledByOne },
      source,
      group: this.groupOf(window, source),
      column,
      columnAt,
      span: known,
    };
  }

  private sourceOf({ source, timePath }: WindowPlan): SourceColumns {
    const key = JSON.stringify([source, timePath]);
    const known = this.sources.get(key);
    if (known) return known;
    const made = new SourceColumns(source as RecordSource, timePath as readonly string[], this.settings.timezone);
    this.sources.set(key, made);
    return made;
  }

  private readonly columnKeys = new Map<string, number>();

  /** Returns -1 if the aggregate reads nothing of its records. */
  private columnOf(plan: AggregatePlan, source: SourceColumns): number {
    const seen = recordKey(plan) as string;
    if (seen === '') return -1;
    const key = JSON.stringify([source.source, source.timePath, seen]);
    const known = this.columnKeys.get(key);
    if (known !== undefined) return known;
    const look = compileSelector(plan, this.compiler, this.settings);
    this.columnKeys.set(
      key,
      source.columns.push(new SelectionColumn(look, this.rates, plan.valueType, this.rowsOf(look.columns))) - 1,
    );
    return source.columns.length - 1;
  }

  private rowsOf(columns: RecordSelector['columns']): RowCache {
    const key = JSON.stringify(columns);
    const known = this.rows.get(key) ?? new RowCache(columns);
    this.rows.set(key, known);
    return known;
  }

  private groupOf(window: WindowPlan, source: SourceColumns): LinkedGroup {
    const ways = linkAlternatives(window) as readonly WindowPlan['links'][number][number][];
    const key = JSON.stringify(ways);
    const known = source.groups.find((group) => group.key === key);
    if (known) return known;
    const subject = (ways[0] ?? []).map(({ subjectPath, type }) => this.reader(subjectPath, type));
    const ofRecord = ways.map((way) => way.map(({ recordPath, type }) => this.reader(recordPath, type)));
    const made = new LinkedGroup(key, subject, ofRecord, source.times);
    source.groups.push(made);
    return made;
  }

  private reader(path: readonly string[], type: Type): KeyReader {
    const key = JSON.stringify([path, type]);
    const known = this.readers.get(key);
    if (known) return known;
    const made = new KeyReader(path, type, this.texts);
    this.readers.set(key, made);
    return made;
  }
}

/** The records of a key that has many. */
interface ManyRecords {
  readonly stream: number;
  /** Oldest first. */
  readonly slots: readonly number[];
  readonly bounds: WindowBounds;
  /** Slot of a stored version of the subject, which is excluded; -1 if there is none. */
  readonly except: number;
  readonly isOwn: boolean;
}

/** Slots of records, newest first. Those from `first` up to but excluding `end` are read. */
interface SlotsInView {
  readonly slots: Int32Array;
  readonly first: number;
  readonly end: number;
}

const noValues: readonly Value[] = [];

const foldCount = ({ fold, valueType }: NumberedFold, count: number): Outcome =>
  fold.fold(noValues, valueType, count, count);
