import type { SourceRange } from '../ast/syntax-node.js';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** One change of text. */
export interface TextEdit {
  readonly range: SourceRange;
  readonly newText: string;
}

/** A repair. `safe`: it cannot change the meaning of anything else. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

/**
 * One finding in rule text or JSON; the same object in the API, the editor and the command line, and compatible with the
 * Language Server Protocol. `range` for text, `path` (such as `conditions.conditions[1].operator`) for JSON.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** What is wrong and where, lower case, input in back-ticks. */
  readonly message: string;
  /** Why, in one sentence a risk analyst understands. */
  readonly reason?: string;
  /** The smallest thing to do about it. */
  readonly help?: string;
  readonly range?: SourceRange;
  readonly path?: string;
  /** `file`: where it is another file than that of the diagnostic. */
  readonly related?: readonly { readonly range: SourceRange; readonly file?: string; readonly message: string }[];
  readonly fixes?: readonly Fix[];
  /** What shows that the finding is right, as JSON: a witness of the analysis. For tools; no part of the text. */
  readonly data?: unknown;
  readonly docs: string;
}
