import type { WorkloadContext, WorkloadRule } from './workload.js';

/** One engine with a rule set loaded. */
export interface Contender {
  readonly name: string;
  /** Returns the indexes of the rules that hit, in ascending order. */
  evaluate(context: WorkloadContext): readonly number[] | Promise<readonly number[]>;
  /** If absent, `evaluate` is measured. */
  readonly decide?: (context: WorkloadContext) => string;
}

/** Loads the rules of a workload into an engine; not part of the measurement. */
export type LoadContender = (rules: readonly WorkloadRule[]) => Contender;
