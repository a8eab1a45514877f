import { unknown } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { typeMismatch } from '../semantics/failures.js';
import { phoneNumber } from '../semantics/phone-number.js';

export const phoneCountry = declareFunction({
  name: 'phoneCountry',
  form: 'phoneCountry(s)',
  signatures: [
    signature('phoneCountry', ['text'], {
      result: () => ({ kind: 'country' }),
      evaluate: ([text]) => {
        const number = phoneNumber(text as string);
        if (!number) return typeMismatch('an international phone number');
        return number.country ?? unknown({ cause: 'not_in_data', detail: `+${number.countryCallingCode}` });
      },
    }),
  ],
  cost: 'c1',
  documentation: 'The country of an international phone number, which starts with `+`.',
  examples: [
    { text: 'phoneCountry("+55 11 99876-5432") = "BR"', result: 'true' },
    { text: 'phoneCountry("+1 416 555 0123") = "CA"', result: 'true' },
    { text: 'phoneCountry("11 99876-5432")', result: 'unknown (type)' },
  ],
});
