import { readPath, type RateTable } from '@tamis/lang';
import { runEnvironment, type RunEnvironment, type Settings } from '../facts/environment.js';
import type { AggregatePlan } from '../plan/plan-node.js';
import type { LookingAt, RecordLook, Seen, WindowRow } from '../facts/aggregate-request.js';
import type { GraphCompiler } from './compile-graph.js';
import { nextEpoch, type Frame, type Term } from './frame.js';

/** Tells whether anything was read that another run may find changed: the logical time, the subject and its entities. */
class Watched {
  readonly environment: RunEnvironment;
  runRead = false;
  private at: LookingAt;

  constructor(
    settings: Settings,
    readonly rates: RateTable | null,
  ) {
    this.at = { now: 0, rates, context: {} };
    const ofRun = (): LookingAt => {
      this.runRead = true;
      return this.at;
    };
    this.environment = {
      ...runEnvironment(0, settings, rates ? { rates } : {}),
      get now() {
        return ofRun().now;
      },
      subject: (jsonPath) => readPath(ofRun().context, jsonPath),
      entity: (entityId) => runEnvironment(this.at.now, settings, { context: ofRun().context }).entity(entityId),
    };
  }

  begin(at: LookingAt, rateTime: number): void {
    this.at = at;
    this.runRead = false;
    this.environment.rateTime = rateTime;
  }
}

/**
 * Filter and value of an aggregate as a function of one record; `isFoldable` plans only. The compiler must not be the one that
 * runs are evaluated with: windows hold one record at a time here.
 */
export function compileLook(plan: AggregatePlan, compiler: GraphCompiler, settings: Settings): RecordLook {
  const { window } = plan;
  const where: Term | null = plan.where && compiler.compileInRecords(plan.where);
  const value: Term | null = plan.value && compiler.compileInRecords(plan.value);
  const { state } = compiler.window(window);
  let watched = new Watched(settings, null);
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
    see: (row: WindowRow, at: LookingAt): Seen => {
      if (watched.rates !== at.rates) watched = new Watched(settings, at.rates);
      watched.begin(at, row[0] as number);
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
      return { matches, value: seen, lasting: !watched.runRead };
    },
  };
}
