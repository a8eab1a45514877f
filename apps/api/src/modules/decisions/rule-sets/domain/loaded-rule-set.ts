import type { CompiledRuleSet, RuleSetContent, Summary } from '@tamis/engine';

/** A rule set ready to decide: compiled here for its facts and its summaries, registered with the workers for its runs. */
export interface LoadedRuleSet {
  readonly version: string;
  /** 0 for the empty set of an organization that has never published. */
  readonly revision: number;
  readonly content: RuleSetContent;
  readonly compiled: CompiledRuleSet;
  /** Of every rule that was evaluated, or of those that are a hit or unknown. */
  readonly summaries: Readonly<Record<SummaryDetail, Summary>>;
}

export type SummaryDetail = 'full' | 'hits';
