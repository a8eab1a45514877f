import { unknown, type Outcome } from '@tamis/lang';
import { isTaxIdCountry, recognizeTaxId } from '@tamis/screening/tax-ids';
import { declareFunction, signature, textType } from '../declare.js';

function typeOf(text: string, country: string): Outcome {
  const code = country.toUpperCase();
  const recognized = isTaxIdCountry(code) ? recognizeTaxId(text, code) : null;
  return recognized?.kind ?? unknown({ cause: 'not_in_data', detail: 'tax number' });
}

export const taxIdType = declareFunction({
  name: 'taxIdType',
  form: 'taxIdType(s, country)',
  signatures: [
    signature('taxIdType', ['text', 'country'], {
      result: () => textType,
      evaluate: ([text, country]) => typeOf(text as string, country as string),
    }),
  ],
  cost: 'c1',
  documentation:
    'What kind of tax number of the country a text is: `cuit`, `cpf`, `cnpj`, `rut`, `nit`, `rfc`, `curp`, `ssn`, `itin`, `atin` or `ein`.',
  examples: [
    { text: 'taxIdType("390.533.447-05", "BR")', result: '"cpf"' },
    { text: 'taxIdType("900-70-0000", "US")', result: '"itin"' },
    { text: 'taxIdType("1234", "BR")', result: 'unknown (not_in_data)' },
  ],
});
