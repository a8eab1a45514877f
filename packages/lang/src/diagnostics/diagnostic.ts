import type { SourceRange } from '../ast/syntax-node.js';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** A single text change. */
export interface TextEdit {
  readonly range: SourceRange;
  readonly newText: string;
}

/** A fix. `safe`: it cannot change the meaning of anything else. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

/**
 * One finding in rule text or JSON. The API, the editor and the command line use the same object, which is compatible with the Language
 * Server Protocol. `range` is set for text, and `path` (such as `conditions.conditions[1].operator`) for JSON.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** What is wrong and where, in lower case, with input in back-ticks. */
  readonly message: string;
  /** Why it is wrong, in one sentence that a risk analyst understands. */
  readonly reason?: string;
  /** The smallest change that solves it. */
  readonly help?: string;
  readonly range?: SourceRange;
  readonly path?: string;
  /** `file` is set if it is not the file of the diagnostic. */
  readonly related?: readonly { readonly range: SourceRange; readonly file?: string; readonly message: string }[];
  readonly fixes?: readonly Fix[];
  /** Evidence for the finding as JSON: a witness found by the analysis. Intended for tools, and not part of the text. */
  readonly data?: unknown;
  readonly docs: string;
}
