import { readRules, type RuleDeclaration, type RuleFile } from '@tamis/lang';

import { ApiError } from '../../../platform/http/index.js';
import { hasErrors, shownDiagnostics } from './shown-diagnostics.js';

/** A source that holds one rule and the lists it declares. */
export interface ReadSource {
  readonly source: string;
  readonly file: RuleFile;
  readonly rule: RuleDeclaration;
}

/** Throws 422 `INVALID_SOURCE` with every diagnostic where the text has an error of syntax, or not exactly one rule. */
export function readSource(source: string): ReadSource {
  const { file, diagnostics } = readRules(source);
  const [rule] = file.rules;
  if (hasErrors(diagnostics)) {
    throw new ApiError('INVALID_SOURCE', 'The rule text has errors', undefined, {
      diagnostics: shownDiagnostics(diagnostics, source, rule?.key.text ?? 'rule'),
    });
  }
  if (!rule || file.rules.length !== 1) {
    const message = `source must hold exactly one rule, not ${file.rules.length}`;
    throw new ApiError('INVALID_SOURCE', message, { source: message }, { diagnostics: [] });
  }
  return { source, file, rule };
}

export const declaredLists = (file: RuleFile): readonly string[] => file.lists.map((list) => list.name.text);
