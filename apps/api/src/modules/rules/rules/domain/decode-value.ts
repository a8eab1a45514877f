import { decodeSingleValue, type Expression } from '@tamis/lang';

import { invalid } from '../../../../platform/http/index.js';

/** A value in the JSON form of rules. Throws 400 where it is none. */
export function decodeValue(json: unknown, place = 'value'): Expression {
  const { value, diagnostics } = decodeSingleValue(json, place);
  if (value) return value;
  throw invalid(Object.fromEntries(diagnostics.map(({ path, message }) => [path ?? place, message])));
}
