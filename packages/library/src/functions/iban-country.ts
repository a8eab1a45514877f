import { validateIBAN, ValidationErrorsIBAN } from 'ibantools';
import { declareFunction, signature } from '../declare.js';
import { compactIban } from '../semantics/compact-iban.js';
import { typeMismatch } from '../semantics/failures.js';

/** A mistyped digit does not cast doubt on the country. */
const harmless: ReadonlySet<ValidationErrorsIBAN> = new Set([
  ValidationErrorsIBAN.WrongIBANChecksum,
  ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
]);

export const ibanCountry = declareFunction({
  name: 'ibanCountry',
  form: 'ibanCountry(s)',
  signatures: [
    signature('ibanCountry', ['text'], {
      result: () => ({ kind: 'country' }),
      evaluate: ([text]) => {
        const iban = compactIban(text as string);
        return validateIBAN(iban).errorCodes.every((code) => harmless.has(code))
          ? iban.slice(0, 2)
          : typeMismatch('an IBAN');
      },
    }),
  ],
  cost: 'c1',
  documentation: 'The country of an IBAN. Its check digits need not be right, its form must.',
  examples: [
    { text: 'ibanCountry("DE89 3704 0044 0532 0130 00") = "DE"', result: 'true' },
    { text: 'ibanCountry("0720429088000002339140")', result: 'unknown (type)' },
  ],
});
