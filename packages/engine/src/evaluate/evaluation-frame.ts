import { nextEpoch, type Frame } from '../compile/frame.js';
import type { Facts, RecordSource, Context } from '../facts/facts.js';
import {
  frameEnvironment,
  type FrameEnvironment,
  type EvaluationEnvironment,
  type EnvironmentSettings,
} from '../facts/environment.js';
import type { EvaluationScope } from '../facts/evaluation-params.js';

/** The record source to which the subjects of a target belong. */
const sourceByTarget: Readonly<Record<EvaluationScope['target'], RecordSource | null>> = {
  transaction: 'transactions',
  userEvent: 'userEvents',
  person: null,
  company: null,
};

/**
 * The frame of a compiled set. Its environment is prepared when the first term of an evaluation reads it, which many never do. It is the
 * same object for all evaluations with the same rates, valid until the next one.
 */
export class EvaluationFrame implements Frame {
  epoch = 0;
  context: Context = {};
  facts: Facts = { windows: {} };
  ownSource: RecordSource | null = null;
  row = 0;
  private now = 0;
  /** Environment of the current evaluation. */
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

  /** Starts another evaluation. `epoch` is that of an evaluation of another set of the plan with equal arguments. */
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
