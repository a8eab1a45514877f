import { parse } from 'aamva-parser';

import { isDate } from '../mrz/zone-date.js';
import { countryOfZone } from './countries.js';

import type { DocumentTexts } from './document.js';

export type BarcodeReading = { readonly texts: DocumentTexts } | { readonly problem: string };

/** Much more than a PDF417 barcode can contain. */
const mostCharacters = 4_000;

/** `ANSI ` and the number of the state (`AAMVA` in the first version), then the version, then the number of subfiles. */
const header = /^@?\s*(?:ANSI |AAMVA)\d{6}\d{2}/u;
const element = /^[DZ][A-Z]{2}/u;
/** The first element follows the head of its subfile on the same line. */
const subfile = /(?:DL|ID)(?=D[A-Z]{2})/u;

/**
 * Parses the text of the barcode of a licence of the United States or Canada. The library finds an element name by its three letters
 * anywhere in the text, so its result counts only if an element of the barcode begins with it. Dates are parsed here, because Canada prints
 * the year first.
 */
export function readBarcode(text: string): BarcodeReading {
  if (text.length > mostCharacters) return { problem: `A barcode has at most ${mostCharacters} characters` };
  const tidy = text.trim();
  if (!header.test(tidy.replaceAll(/\p{Cc}+/gu, '')))
    return { problem: 'The text does not start with @ and ANSI, as barcodes of licences do' };
  const elements = elementsOf(tidy);
  const license = parse(tidy);
  const said = (value: string | null | undefined): string | undefined => {
    const wanted = value?.trim().toUpperCase();
    return wanted && [...elements.values()].some((of) => of.toUpperCase().startsWith(wanted))
      ? value!.trim()
      : undefined;
  };
  const documentNumber = elements.get('DAQ') ?? elements.get('DBJ');
  if (!documentNumber) return { problem: 'The barcode has no licence number (element DAQ)' };
  const country = elements.get('DCG') ?? 'USA';
  const dateOf = (id: string): string | undefined => barcodeDate(elements.get(id), country);
  const address = [license.streetAddress, license.city, license.state, license.postalCode]
    .map(said)
    .filter((part) => part !== undefined);
  const texts: DocumentTexts = {
    ...present('firstName', [license.firstName, license.middleName].map(said).filter(Boolean).join(' ')),
    ...present('lastName', said(license.lastName)),
    ...present('documentNumber', documentNumber),
    ...present('dateOfBirth', dateOf('DBB')),
    ...present('issuedAt', dateOf('DBD')),
    ...present('expiresAt', dateOf('DBA')),
    ...present('gender', { '1': 'male', '2': 'female' }[elements.get('DBC') ?? '']),
    ...present('address', address.join(', ')),
  };
  return { texts };
}

/** Returns the issuing country of the document with a barcode, or `null` if its text does not contain it. */
export function countryOfBarcode(text: string): string | null {
  const code = elementsOf(text).get('DCG');
  return code === undefined ? null : countryOfZone(code);
}

const present = (name: keyof DocumentTexts, text: string | undefined): DocumentTexts => (text ? { [name]: text } : {});

function elementsOf(text: string): ReadonlyMap<string, string> {
  const elements = new Map<string, string>();
  for (const raw of text.split(/\p{Cc}+/u)) {
    const line = raw.trim();
    const begin = header.test(line) || /^@|^ANSI/u.test(line) ? line.search(subfile) : 0;
    if (begin === -1) continue;
    const found = line.slice(begin).replace(/^(?:DL|ID)(?=D[A-Z]{2})/u, '');
    const id = element.exec(found)?.[0];
    if (id !== undefined && !elements.has(id)) elements.set(id, found.slice(id.length).trim());
  }
  return elements;
}

function barcodeDate(digits: string | undefined, country: string): string | undefined {
  if (digits === undefined || !/^\d{8}$/u.test(digits)) return undefined;
  const yearFirst = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const yearLast = `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`;
  const date = country === 'CAN' ? yearFirst : yearLast;
  return isDate(date) ? date : undefined;
}
