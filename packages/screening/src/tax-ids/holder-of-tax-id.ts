import { isTaxIdCountry, recognizeTaxId } from './recognize-tax-id.js';
import { isSharedTaxId } from './rfc.js';
import type { RecognizedTaxId, TaxIdKindName } from './tax-id-kind.js';

/** Whose numbers these are. */
export type TaxIdHolder = 'person' | 'company';

/** The first two digits that a CUIT of a company, or of a person, begins with. Others are of foreigners of either kind. */
const companyCuit = new Set(['30', '33', '34']);
const personCuit = new Set(['20', '23', '24', '27']);

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

/** Only such numbers leave no doubt: in other countries people trade under their own number, or companies under that of an owner. */
const certainHolders: Readonly<Partial<Record<TaxIdKindName, (compact: string) => TaxIdHolder | null>>> = {
  cuit: (compact) => {
    const start = compact.slice(0, 2);
    if (companyCuit.has(start)) return 'company';
    return personCuit.has(start) ? 'person' : null;
  },
  cpf: holders.cpf,
  cnpj: holders.cnpj,
  rfc: (compact) => (isSharedTaxId(compact) ? null : holders.rfc(compact)),
  curp: holders.curp,
};

/** Who alone can have a tax number; null: either may, or the number is not known. */
export function onlyHolderOfTaxId(text: string, country: string): TaxIdHolder | null {
  const recognized = isTaxIdCountry(country) ? recognizeTaxId(text, country) : null;
  return recognized && (certainHolders[recognized.kind]?.(recognized.compact) ?? null);
}

/**
 * Whose tax number a text is, by its shape. What is no number of the country, and every number of a country that is not known here, is
 * taken for that of a person.
 */
export function holderOfTaxId(text: string, country: string): TaxIdHolder {
  const known = country.toUpperCase();
  const recognized: RecognizedTaxId | null = isTaxIdCountry(known) ? recognizeTaxId(text, known) : null;
  return recognized === null ? 'person' : holders[recognized.kind](recognized.compact);
}
