import { readPath, Unknown } from '@tamis/lang';
import { compileSelector } from '../compile/compile-selector.js';
import { GraphCompiler } from '../compile/compile-graph.js';
import { isOwnRecord } from '../compile/window-state.js';
import type { EnvironmentSettings } from '../facts/environment.js';
import { maxWindowRows } from '../limits.js';
import { isFoldable } from '../plan/is-foldable.js';
import type { AggregatePlan, WindowPlan } from '../plan/plan-node.js';
import { timeSpanBounds, subjectId, subjectLinks, type WindowRequestContext } from '../plan/plan-windows.js';
import type {
  AggregateRequest,
  LinkedRecords,
  RecordSelector,
  WindowRow,
  FoldableAggregates,
} from '../facts/aggregate-request.js';

/** The subject as a row of a window, if it is a record of it. */
interface SubjectInWindow {
  readonly records: LinkedRecords;
  readonly own: WindowRow | null;
}

/** Turns the aggregates of a rule set into requests; selectors of records are compiled only once. */
export class AggregateRequests {
  private readonly compiler: GraphCompiler;
  /** Keyed by filter and value, so that what two aggregates have in common is computed once. */
  private readonly selectors = new Map<string, RecordSelector>();
  private readonly foldable = new Map<AggregatePlan, boolean>();

  constructor(private readonly settings: EnvironmentSettings) {
    this.compiler = new GraphCompiler(settings.timezone);
  }

  build(plans: readonly AggregatePlan[], run: WindowRequestContext): FoldableAggregates {
    const ofWindow = new Map<WindowPlan, SubjectInWindow | null>();
    const windows = new Set(plans.map(({ window }) => window.id));
    const requests: AggregateRequest[] = [];
    for (const plan of plans) {
      const { window } = plan;
      if (!this.isFoldable(plan)) {
        windows.delete(window.id);
        continue;
      }
      if (!ofWindow.has(window)) ofWindow.set(window, subjectIn(window, run));
      const subject = ofWindow.get(window);
      const request = subject && this.toRequest(plan, subject, run);
      if (request) requests.push(request);
    }
    return { requests, windows };
  }

  private toRequest(
    plan: AggregatePlan,
    { records, own }: SubjectInWindow,
    run: WindowRequestContext,
  ): AggregateRequest | null {
    const { id, span, declaration, fold, valueType, last, capped, prior } = plan;
    const bounds = timeSpanBounds(span, run.now, run.timezone, run.startOf);
    if (bounds instanceof Unknown) return null;
    return {
      id,
      records,
      bounds,
      last,
      maxRows: capped ? maxWindowRows : null,
      selector: this.selectorFor(plan),
      own: prior ? null : own,
      context: run.context,
      fold,
      valueType,
      settledByOne: declaration.settledByOne === true,
    };
  }

  private isFoldable(plan: AggregatePlan): boolean {
    const known = this.foldable.get(plan);
    if (known !== undefined) return known;
    const found = isFoldable(plan);
    this.foldable.set(plan, found);
    return found;
  }

  private selectorFor(plan: AggregatePlan): RecordSelector | null {
    if (plan.where === null && plan.value === null) return null;
    const key = `${plan.window.id} ${plan.where?.id ?? ''} ${plan.value?.id ?? ''}`;
    const known = this.selectors.get(key);
    if (known) return known;
    const made = compileSelector(plan, this.compiler, this.settings);
    this.selectors.set(key, made);
    return made;
  }
}

/** Returns `null` if the subject lacks a key. */
function subjectIn(window: WindowPlan, { context, now, ownSource }: WindowRequestContext): SubjectInWindow | null {
  const { source, timePath, columns } = window;
  const links = subjectLinks(window, context);
  if (source === null || timePath === null || links === null) return null;
  const isOfSource = source === ownSource;
  const records = { source, timePath, links, except: isOfSource ? subjectId(context) : null };
  const keys = links.flat(2).map(({ key }) => key);
  const isOwn = isOfSource && isOwnRecord(window, keys, context);
  return { records, own: isOwn ? [now, ...columns.map((path) => readPath(context, path))] : null };
}
