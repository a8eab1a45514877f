import { nextEpoch, type Frame } from '../compile/frame.js';
import type { Facts, RecordSource } from '../facts/facts.js';
import type { Context } from '../rule-set/compiled-rule-set.js';
import { factsEnvironment, type RunEnvironment, type Settings } from './environment.js';
import type { RunScope } from './run.js';

/** The source the subjects of a target are records of. */
const ownSource: Readonly<Record<RunScope['target'], RecordSource | null>> = {
  transaction: 'transactions',
  userEvent: 'userEvents',
  person: null,
  company: null,
};

/** The frame of a compiled set. Its environment is made when the first term of a run asks for it: many runs need none. */
export class RunFrame implements Frame {
  epoch = 0;
  context: Context = {};
  facts: Facts = { windows: {} };
  ownSource: RecordSource | null = null;
  row = 0;
  private now = 0;
  private known: RunEnvironment | null = null;

  constructor(private readonly settings: Settings) {}

  get environment(): RunEnvironment {
    return (this.known ??= factsEnvironment(this.now, this.settings, this.context, this.facts));
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
}
