import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { readRules } from '../lower/read-rules.js';
import { printFile } from './print-file.js';

export interface FormatResult {
  /** Null when a syntax error leaves something that cannot be printed. */
  readonly text: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** A source in canonical form, comments kept. */
export function formatRules(source: string): FormatResult {
  const { file, comments, diagnostics } = readRules(source);
  const isReadable = diagnostics.every(({ severity }) => severity !== 'error');
  return { text: isReadable ? printFile(file, comments) : null, diagnostics };
}
