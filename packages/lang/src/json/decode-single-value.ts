import type { Expression } from '../ast/expression.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { DecodeContext, positionAt } from './decode-context.js';
import { decodeValue } from './decode-value.js';

export interface DecodedValue {
  /** Null exactly where there are errors. */
  readonly value: Expression | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the JSON form of a value that stands alone, such as the setting of a parameter. Never throws. */
export function decodeSingleValue(json: unknown, path: string): DecodedValue {
  const context = new DecodeContext();
  const place = { ...positionAt(path, { target: 'transaction' }), expression: { nodes: 0 } };
  const value = decodeValue(json, place, context);
  return { value: context.diagnostics.length > 0 ? null : value, diagnostics: context.diagnostics };
}
