import { readPath, Unknown } from '@tamis/lang';
import { compileLook } from '../compile/compile-look.js';
import { GraphCompiler } from '../compile/compile-graph.js';
import { isOwnRecord } from '../compile/window-state.js';
import type { Settings } from '../facts/environment.js';
import { maxWindowRows } from '../limits.js';
import { isFoldable } from '../plan/is-foldable.js';
import type { AggregatePlan, WindowPlan } from '../plan/plan-node.js';
import { stretchBounds, subjectId, subjectLinks, type RequestFor } from '../plan/plan-windows.js';
import type {
  AggregateRequest,
  LinkedRecords,
  RecordLook,
  WindowRow,
  FoldableAggregates,
} from '../facts/aggregate-request.js';

/** The subject as a row of a window, where it is a record of it. */
interface OfWindow {
  readonly records: LinkedRecords;
  readonly own: WindowRow | null;
}

/** Turns the aggregates of a rule set into requests; looks at records are compiled once. */
export class AggregateRequests {
  private readonly compiler: GraphCompiler;
  /** By filter and value: what two aggregates see alike is looked at once. */
  private readonly looks = new Map<string, RecordLook>();
  private readonly foldable = new Map<AggregatePlan, boolean>();

  constructor(private readonly settings: Settings) {
    this.compiler = new GraphCompiler(settings.timezone);
  }

  for(plans: readonly AggregatePlan[], run: RequestFor): FoldableAggregates {
    const ofWindow = new Map<WindowPlan, OfWindow | null>();
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
      const request = subject && this.request(plan, subject, run);
      if (request) requests.push(request);
    }
    return { requests, windows };
  }

  private request(plan: AggregatePlan, { records, own }: OfWindow, run: RequestFor): AggregateRequest | null {
    const { id, stretch, declaration, fold, valueType, last, capped, prior } = plan;
    const bounds = stretchBounds(stretch, run.now, run.timezone, run.startOf);
    if (bounds instanceof Unknown) return null;
    return {
      id,
      records,
      bounds,
      last,
      maxRows: capped ? maxWindowRows : null,
      look: this.look(plan),
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

  private look(plan: AggregatePlan): RecordLook | null {
    if (plan.where === null && plan.value === null) return null;
    const key = `${plan.window.id} ${plan.where?.id ?? ''} ${plan.value?.id ?? ''}`;
    const known = this.looks.get(key);
    if (known) return known;
    const made = compileLook(plan, this.compiler, this.settings);
    this.looks.set(key, made);
    return made;
  }
}

/** Null: the subject lacks a key. */
function subjectIn(window: WindowPlan, { context, now, ownSource }: RequestFor): OfWindow | null {
  const { source, timePath, columns } = window;
  const links = subjectLinks(window, context);
  if (source === null || timePath === null || links === null) return null;
  const isOfSource = source === ownSource;
  const records = { source, timePath, links, except: isOfSource ? subjectId(context) : null };
  const keys = links.flat(2).map(({ key }) => key);
  const isOwn = isOfSource && isOwnRecord(window, keys, context);
  return { records, own: isOwn ? [now, ...columns.map((path) => readPath(context, path))] : null };
}
