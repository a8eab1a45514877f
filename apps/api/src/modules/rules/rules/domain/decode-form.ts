import { decodeRule, type DecodedRule, type Diagnostic, type RuleDeclaration } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { ApiError, type ErrorCode } from '../../../../platform/http/index.js';

export interface DecodedForm extends DecodedRule {
  readonly rule: RuleDeclaration;
}

/** The error code depends on the part of the record that the diagnostics concern. */
function errorCodeFor(diagnostics: readonly Diagnostic[]): ErrorCode {
  const isAbout = (parts: RegExp): boolean => diagnostics.some(({ path }) => parts.test(path ?? ''));
  if (isAbout(/^(conditions|let)\b/)) return 'INVALID_CONDITIONS';
  return isAbout(/^actions\b/) ? 'INVALID_ACTIONS' : 'VALIDATION_ERROR';
}

/** Decodes the JSON form of a rule. Throws 422 with a message per path, and 400 if only headers are invalid. */
export function decodeForm(form: object): DecodedForm {
  const { rule, marks, diagnostics } = decodeRule(form, (place) => libraryCatalogue.words(place));
  if (rule) return { rule, marks, diagnostics };
  const details = Object.fromEntries(
    diagnostics.map(({ path, message, help }) => [path ?? '', help ? `${message}; ${help}` : message]),
  );
  throw new ApiError(errorCodeFor(diagnostics), 'The JSON form of the rule is not valid', details, { diagnostics });
}
