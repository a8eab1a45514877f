import { nextEpoch, type Frame } from '../compile/frame.js';
import type { Facts, RecordSource, Context } from '../facts/facts.js';
import {
  frameEnvironment,
  type FrameEnvironment,
  type EvaluationEnvironment,
  type EnvironmentSettings,
} from '../facts/environment.js';
import type { EvaluationScope } from '../facts/evaluation-params.js';

/** The source the subjects of a target are records of. */
const sourceByTarget: Readonly<Record<EvaluationScope['target'], RecordSource | null>> = {
  transaction: 'transactions',
  userEvent: 'userEvents',
  person: null,
  company: null,
};

/**
 * The frame of a compiled set. Its environment is made fit when the first term of a run asks for it: many runs need none. It is the
 * same object for all runs at the same rates, good until the next one.
 */
export class EvaluationFrame implements Frame {
  epoch = 0;
  context: Context = {};
  facts: Facts = { windows: {} };
  ownSource: RecordSource | null = null;
  row = 0;
  private now = 0;
  /** Of the run under way. */
  private cachedEnvironment: EvaluationEnvironment | null = null;
  private reusedEnvironment: FrameEnvironment | null = null;
  private reusedRates: Facts['rates'];

  constructor(private readonly settings: EnvironmentSettings) {}

  get environment(): EvaluationEnvironment {
    return (this.cachedEnvironment ??= this.prepareEnvironment());
  }

  set environment(environment: EvaluationEnvironment) {
    this.cachedEnvironment = environment;
  }

  /** From here on for another run. `epoch`: of a run of another set of the plan, with equal arguments. */
  reset(context: Context, facts: Facts, { target, now }: EvaluationScope, epoch = nextEpoch()): void {
    this.epoch = epoch;
    this.context = context;
    this.facts = facts;
    this.ownSource = sourceByTarget[target];
    this.now = now;
    this.cachedEnvironment = null;
  }

  private prepareEnvironment(): EvaluationEnvironment {
    const { rates } = this.facts;
    if (this.reusedEnvironment === null || this.reusedRates !== rates) {
      this.reusedEnvironment = frameEnvironment(this, this.settings, rates);
      this.reusedRates = rates;
    }
    this.reusedEnvironment.now = this.now;
    this.reusedEnvironment.rateTime = this.now;
    return this.reusedEnvironment;
  }
}
