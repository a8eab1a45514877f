import type { CompiledRuleSet, RuleSetContent, Summary } from '@tamis/engine';

/**
 * A rule set ready for evaluation: compiled here for its facts and summaries, and registered with the worker threads for its evaluations.
 */
export interface LoadedRuleSet {
  readonly version: string;
  /** 0 for the empty set of an organization that has never published. */
  readonly revision: number;
  readonly content: RuleSetContent;
  readonly compiled: CompiledRuleSet;
  /** Of all evaluated rules, or only of those that hit or are unknown. */
  readonly summaries: Readonly<Record<SummaryDetail, Summary>>;
}

export type SummaryDetail = 'full' | 'hits';
