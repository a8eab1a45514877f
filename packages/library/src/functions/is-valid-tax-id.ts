import { unknown, type Outcome } from '@tamis/lang';
import { isTaxIdCountry, recognizeTaxId } from '@tamis/screening/tax-ids';
import { boolType, declareFunction, signature } from '../declare.js';

function isValid(text: string, country: string): Outcome {
  const code = country.toUpperCase();
  return isTaxIdCountry(code)
    ? recognizeTaxId(text, code) !== null
    : unknown({ cause: 'source_unavailable', detail: code });
}

export const isValidTaxId = declareFunction({
  name: 'isValidTaxId',
  form: 'isValidTaxId(s, country)',
  signatures: [
    signature('isValidTaxId', ['text', 'country'], {
      result: () => boolType,
      evaluate: ([text, country]) => isValid(text as string, country as string),
    }),
  ],
  cost: 'c1',
  documentation:
    'The text is a tax number of the country: Argentina, Brazil, Chile, Colombia, Mexico or the United States. Punctuation does not matter, except that the groups of an American number say whose it is. A Mexican RFC of the right form is valid even when its check digit is not, because registers hold such numbers; so are XAXX010101000 and XEXX010101000, which many have.',
  examples: [
    { text: 'isValidTaxId("390.533.447-05", "BR")', result: 'true' },
    { text: 'isValidTaxId("20-26756539-2", "AR")', result: 'false' },
    { text: 'isValidTaxId("76086428-5", "CL")', result: 'true' },
    { text: 'isValidTaxId("CCM 650122 I06", "MX")', result: 'true' },
    { text: 'isValidTaxId("1234", "FR")', result: 'unknown (source_unavailable)' },
  ],
});
