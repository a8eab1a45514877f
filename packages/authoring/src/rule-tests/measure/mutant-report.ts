import type { SourceRange } from '@tamis/lang';

/** A change that no test notices. */
export interface Survivor {
  /** Key of the rule, or the name of the declaration, that was changed. */
  readonly rule: string;
  /** As written, and what it was changed to. */
  readonly from: string;
  readonly to: string;
  readonly range: SourceRange | null;
  /** What a test that kills it would check. */
  readonly hint: string;
}

export interface MutantReport {
  readonly total: number;
  readonly killed: number;
  /** In source order. */
  readonly survivors: readonly Survivor[];
}
