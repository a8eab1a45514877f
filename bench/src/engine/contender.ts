import type { WorkloadContext, WorkloadRule } from './workload.js';

/** One engine with a rule set loaded. */
export interface Contender {
  readonly name: string;
  /** Indexes of the rules that hit, ascending. */
  evaluate(context: WorkloadContext): readonly number[] | Promise<readonly number[]>;
  /** Absent: `evaluate` is what is timed. */
  readonly decide?: (context: WorkloadContext) => string;
}

/** Loads the rules of a workload into an engine; not part of what is timed. */
export type LoadContender = (rules: readonly WorkloadRule[]) => Contender;
