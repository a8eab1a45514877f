import { decodeSingleValue, type Expression } from '@tamis/lang';

import { invalid } from '../../../../platform/http/index.js';

/** Decodes a value in the JSON form of rules. Throws 400 if it is not valid. */
export function decodeValue(json: unknown, place = 'value'): Expression {
  const { value, diagnostics } = decodeSingleValue(json, place);
  if (value) return value;
  throw invalid(Object.fromEntries(diagnostics.map(({ path, message }) => [path ?? place, message])));
}
