import { isTaxIdCountry, recognizeTaxId } from './recognize-tax-id.js';
import { isSharedTaxId } from './rfc.js';
import type { RecognizedTaxId, TaxIdKindName } from './tax-id-kind.js';

/** The kind of holder of a number. */
export type TaxIdHolder = 'person' | 'company';

/** First two digits of the CUIT of a company and of a person. Others belong to foreigners of either kind. */
const companyCuit = new Set(['30', '33', '34']);
const personCuit = new Set(['20', '23', '24', '27']);

/** A RUT below this number belongs to a person, and any other to a company: the register numbers companies from here. */
const firstCompanyRut = 50_000_000;

const holders: Readonly<Record<TaxIdKindName, (compact: string) => TaxIdHolder>> = {
  cuit: (compact) => (companyCuit.has(compact.slice(0, 2)) ? 'company' : 'person'),
  cpf: () => 'person',
  cnpj: () => 'company',
  rut: (compact) => (Number(compact.slice(0, -1)) >= firstCompanyRut ? 'company' : 'person'),
  // Companies are numbered from 800 million on; others use the number of their identity card.
  nit: (compact) => (/^[89]\d{9}$/.test(compact) ? 'company' : 'person'),
  // A company's name contributes three letters, a person's name four.
  rfc: (compact) => (/^[A-ZÑ&]{3}\d/.test(compact) ? 'company' : 'person'),
  curp: () => 'person',
  ssn: () => 'person',
  itin: () => 'person',
  atin: () => 'person',
  ein: () => 'company',
};

/** Only these numbers are certain: in other countries people trade under their own number, or companies under that of an owner. */
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

/** Returns the only kind of holder that a tax number can have; `null` if it may be either, or the number is not known. */
export function onlyHolderOfTaxId(text: string, country: string): TaxIdHolder | null {
  const recognized = isTaxIdCountry(country) ? recognizeTaxId(text, country) : null;
  return recognized && (certainHolders[recognized.kind]?.(recognized.compact) ?? null);
}

/**
 * Returns the kind of holder of a tax number, by its format. Texts that are not a number of the country, and all numbers of countries not
 * known here, are treated as those of a person.
 */
export function holderOfTaxId(text: string, country: string): TaxIdHolder {
  const known = country.toUpperCase();
  const recognized: RecognizedTaxId | null = isTaxIdCountry(known) ? recognizeTaxId(text, known) : null;
  return recognized === null ? 'person' : holders[recognized.kind](recognized.compact);
}
