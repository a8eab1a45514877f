import { declaredNames, readRules, type DeclaredNames, type RuleDeclaration, type RuleFile } from '@tamis/lang';

import { ApiError } from '../../../../platform/http/index.js';
import type { LibraryNames } from './library-names.js';
import { hasErrors, shownDiagnostics } from './shown-diagnostics.js';

/** A source that holds one rule and the names it declares. */
export interface ReadSource {
  readonly source: string;
  readonly file: RuleFile;
  readonly rule: RuleDeclaration;
}

const refused = (message: string): ApiError =>
  new ApiError('INVALID_SOURCE', message, { source: message }, { diagnostics: [] });

/**
 * Throws 422 `INVALID_SOURCE` with every diagnostic where the text has an error of syntax, holds not exactly one rule, or declares
 * what is no part of a rule.
 */
export function readSource(source: string): ReadSource {
  const { file, diagnostics } = readRules(source);
  const [rule] = file.rules;
  if (hasErrors(diagnostics)) {
    throw new ApiError('INVALID_SOURCE', 'The rule text has errors', undefined, {
      diagnostics: shownDiagnostics(diagnostics, source, rule?.key.text ?? 'rule'),
    });
  }
  if (!rule || file.rules.length !== 1) throw refused(`source must hold exactly one rule, not ${file.rules.length}`);
  if (file.matrices.length > 0) throw refused('a matrix is no part of a rule: store it with POST /risk-matrices');
  if (file.imports.length > 0) throw refused('a stored rule imports nothing: names of several rules are shared names');
  return { source, file, rule };
}

/** What a rule of this file can name. */
export const namesFor = (file: RuleFile, shared: LibraryNames): DeclaredNames =>
  new Map([...declaredNames(shared.file), ...declaredNames(file)]);
