import type { SourceRange } from '@tamis/lang';

/** A change that no test detects. */
export interface Survivor {
  /** The key of the changed rule, or the name of the changed declaration. */
  readonly rule: string;
  /** The original text, followed by the changed text. */
  readonly from: string;
  readonly to: string;
  readonly range: SourceRange | null;
  /** What a test that detects the change would check. */
  readonly hint: string;
}

export interface MutantReport {
  readonly total: number;
  readonly killed: number;
  /** The surviving changes in source order. */
  readonly survivors: readonly Survivor[];
}
