import { declaredNames, readRules, type DeclaredNames, type RuleDeclaration, type RuleFile } from '@tamis/lang';

import { ApiError } from '../../../../platform/http/index.js';
import type { LibraryNames } from './library-names.js';
import { hasErrors, withFrames } from './diagnostic-frames.js';

/** A source with one rule and the names it declares. */
export interface ParsedSource {
  readonly source: string;
  readonly file: RuleFile;
  readonly rule: RuleDeclaration;
}

const invalidSource = (message: string): ApiError =>
  new ApiError('INVALID_SOURCE', message, { source: message }, { diagnostics: [] });

/**
 * Parses a source. Throws 422 `INVALID_SOURCE` with every diagnostic if the text has syntax errors, does not contain exactly one rule, or
 * declares something that is not part of a rule.
 */
export function parseSource(source: string): ParsedSource {
  const { file, diagnostics } = readRules(source);
  const [rule] = file.rules;
  if (hasErrors(diagnostics)) {
    throw new ApiError('INVALID_SOURCE', 'The rule text has errors', undefined, {
      diagnostics: withFrames(diagnostics, source, rule?.key.text ?? 'rule'),
    });
  }
  if (!rule || file.rules.length !== 1)
    throw invalidSource(`source must hold exactly one rule, not ${file.rules.length}`);
  if (file.matrices.length > 0)
    throw invalidSource('a rule cannot contain a matrix: store it with POST /risk-matrices');
  if (file.imports.length > 0)
    throw invalidSource('a stored rule cannot import anything: use shared names for names of several rules');
  return { source, file, rule };
}

/** Returns the names available to a rule of this file. */
export const namesInScope = (file: RuleFile, shared: LibraryNames): DeclaredNames =>
  new Map([...declaredNames(shared.file), ...declaredNames(file)]);
