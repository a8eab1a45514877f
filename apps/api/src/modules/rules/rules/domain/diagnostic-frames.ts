import { renderCodeFrame, type Diagnostic } from '@tamis/lang';

/** A diagnostic with the marked source lines as plain text, for people without an editor. */
export interface DiagnosticWithFrame extends Diagnostic {
  readonly frame: string;
}

/** Adds frames to diagnostics. `file` is the file name shown in them; the file extension is added if it has none. */
export const withFrames = (
  diagnostics: readonly Diagnostic[],
  source: string,
  file: string,
): readonly DiagnosticWithFrame[] =>
  diagnostics.map((diagnostic) => ({
    ...diagnostic,
    frame: renderCodeFrame(diagnostic, { file: file.endsWith('.rules') ? file : `${file}.rules`, source }),
  }));

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((diagnostic) => diagnostic.severity === 'error');
