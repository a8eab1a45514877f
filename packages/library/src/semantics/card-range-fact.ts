import { isUnknown, unknown, type Environment, type Outcome } from '@tamis/lang';
import { onlyDigits } from './only-digits.js';
import { textFact } from './reference-fact.js';

/** New ranges have eight digits, older ones six. */
const prefixLengths = [8, 6] as const;

/** Returns the card data for the longest known prefix of a card number. */
export function cardRangeFact(environment: Environment, table: string, text: string): Outcome {
  const digits = onlyDigits(text);
  let found: Outcome = unknown({ cause: 'not_in_data', detail: 'fewer than six digits' });
  for (const length of prefixLengths) {
    if (digits.length < length) continue;
    found = textFact(environment, table, digits.slice(0, length));
    if (!isUnknown(found)) return found;
  }
  return found;
}
