import { nextEpoch, type Frame } from '../compile/frame.js';
import type { Facts, RecordSource, Context } from '../facts/facts.js';
import { frameEnvironment, type FrameEnvironment, type RunEnvironment, type Settings } from '../facts/environment.js';
import type { RunScope } from '../facts/run.js';

/** The source the subjects of a target are records of. */
const ownSource: Readonly<Record<RunScope['target'], RecordSource | null>> = {
  transaction: 'transactions',
  userEvent: 'userEvents',
  person: null,
  company: null,
};

/**
 * The frame of a compiled set. Its environment is made fit when the first term of a run asks for it: many runs need none. It is the
 * same object for all runs at the same rates, good until the next one.
 */
export class RunFrame implements Frame {
  epoch = 0;
  context: Context = {};
  facts: Facts = { windows: {} };
  ownSource: RecordSource | null = null;
  row = 0;
  private now = 0;
  /** Of the run under way. */
  private known: RunEnvironment | null = null;
  private made: FrameEnvironment | null = null;
  private madeFor: Facts['rates'];

  constructor(private readonly settings: Settings) {}

  get environment(): RunEnvironment {
    return (this.known ??= this.own());
  }

  set environment(environment: RunEnvironment) {
    this.known = environment;
  }

  /** From here on for another run. `epoch`: of a run of another set of the plan, with equal arguments. */
  begin(context: Context, facts: Facts, { target, now }: RunScope, epoch = nextEpoch()): void {
    this.epoch = epoch;
    this.context = context;
    this.facts = facts;
    this.ownSource = ownSource[target];
    this.now = now;
    this.known = null;
  }

  private own(): RunEnvironment {
    const { rates } = this.facts;
    if (this.made === null || this.madeFor !== rates) {
      this.made = frameEnvironment(this, this.settings, rates);
      this.madeFor = rates;
    }
    this.made.now = this.now;
    this.made.rateTime = this.now;
    return this.made;
  }
}
