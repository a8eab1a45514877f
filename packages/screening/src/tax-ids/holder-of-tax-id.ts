import { isTaxIdCountry, recognizeTaxId } from './recognize-tax-id.js';
import type { RecognizedTaxId, TaxIdKindName } from './tax-id-kind.js';

/** Whose numbers these are. */
export type TaxIdHolder = 'person' | 'company';

/** The first two digits that a CUIT of a company begins with. */
const companyCuit = new Set(['30', '33', '34']);

/** A RUT below is of a person, one from it on of a company: the register counts companies from here. */
const firstCompanyRut = 50_000_000;

const holders: Readonly<Record<TaxIdKindName, (compact: string) => TaxIdHolder>> = {
  cuit: (compact) => (companyCuit.has(compact.slice(0, 2)) ? 'company' : 'person'),
  cpf: () => 'person',
  cnpj: () => 'company',
  rut: (compact) => (Number(compact.slice(0, -1)) >= firstCompanyRut ? 'company' : 'person'),
  // Companies are numbered from 800 million on; others use the number of their identity card.
  nit: (compact) => (/^[89]\d{9}$/.test(compact) ? 'company' : 'person'),
  // The name of a company gives three letters, that of a person four.
  rfc: (compact) => (/^[A-ZÑ&]{3}\d/.test(compact) ? 'company' : 'person'),
  curp: () => 'person',
  ssn: () => 'person',
  itin: () => 'person',
  atin: () => 'person',
  ein: () => 'company',
};

/**
 * Whose tax number a text is, by its shape. What is no number of the country, and every number of a country that is not known here, is
 * taken for that of a person.
 */
export function holderOfTaxId(text: string, country: string): TaxIdHolder {
  const known = country.toUpperCase();
  const recognized: RecognizedTaxId | null = isTaxIdCountry(known) ? recognizeTaxId(text, known) : null;
  return recognized === null ? 'person' : holders[recognized.kind](recognized.compact);
}
