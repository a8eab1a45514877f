import { readPath, type RateTable } from '@tamis/lang';
import { createEnvironment, type EvaluationEnvironment, type EnvironmentSettings } from '../facts/environment.js';
import type { AggregatePlan } from '../plan/plan-node.js';
import type { SelectionContext, RecordSelector, RecordSelection, WindowRow } from '../facts/aggregate-request.js';
import type { GraphCompiler } from './compile-graph.js';
import { nextEpoch, type Frame, type Term } from './frame.js';

/** Records whether anything was read that may differ in another evaluation: the logical time, the subject and its entities. */
class TrackedEnvironment {
  readonly environment: EvaluationEnvironment;
  wasRead = false;
  private context: SelectionContext;

  constructor(
    settings: EnvironmentSettings,
    readonly rates: RateTable | null,
  ) {
    this.context = { now: 0, rates, context: {} };
    const ofRun = (): SelectionContext => {
      this.wasRead = true;
      return this.context;
    };
    this.environment = {
      ...createEnvironment(0, settings, rates ? { rates } : {}),
      get now() {
        return ofRun().now;
      },
      subject: (jsonPath) => readPath(ofRun().context, jsonPath),
      entity: (entityId) =>
        createEnvironment(this.context.now, settings, { context: ofRun().context }).entity(entityId),
    };
  }

  reset(at: SelectionContext, rateTime: number): void {
    this.context = at;
    this.wasRead = false;
    this.environment.rateTime = rateTime;
  }
}

/**
 * Returns the filter and value of an aggregate as a function of one record. Only for `isFoldable` plans. The compiler must not be the one
 * used for evaluations, because windows contain only one record at a time here.
 */
export function compileSelector(
  plan: AggregatePlan,
  compiler: GraphCompiler,
  settings: EnvironmentSettings,
): RecordSelector {
  const { window } = plan;
  const where: Term | null = plan.where && compiler.compileInRecords(plan.where);
  const value: Term | null = plan.value && compiler.compileInRecords(plan.value);
  const { state } = compiler.window(window);
  let watched = new TrackedEnvironment(settings, null);
  const rows: WindowRow[] = [];
  const frame: Frame = {
    epoch: 0,
    context: {},
    facts: { windows: {} },
    environment: watched.environment,
    ownSource: null,
    row: 0,
  };
  return {
    columns: window.columns,
    select: (row: WindowRow, at: SelectionContext): RecordSelection => {
      if (watched.rates !== at.rates) watched = new TrackedEnvironment(settings, at.rates);
      watched.reset(at, row[0] as number);
      rows[0] = row;
      state.rows = rows;
      for (let index = 0; index < window.recordFields; index++) {
        const cache = (state.caches[index] ??= []);
        cache[0] = undefined;
      }
      frame.epoch = nextEpoch();
      frame.environment = watched.environment;
      const matches = where === null ? true : where(frame);
      const seen = matches === true && value !== null ? value(frame) : null;
      return { matches, value: seen, cacheable: !watched.wasRead };
    },
  };
}
