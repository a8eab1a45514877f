import { compareNames, parseName } from '@tamis/screening';
import { isTaxIdCountry, recognizeTaxId, withoutPunctuation } from '@tamis/screening/tax-ids';

import { checkOf, type DocumentCheck, type DocumentHolder, type DocumentTexts } from './document.js';
import { zoneLetters } from './zone-letters.js';

/** From this similarity on, two names belong to the same person. Below it, a manual review is necessary. */
const sameName = 0.85;

/** Returns the similarity of a name and a printed name from 0 to 1: as they are, or as a machine-readable zone would print the first. */
export function printedNameSimilarity(name: string, printedName: string): number {
  const printed = parseName(printedName, { ofPerson: true });
  return Math.max(
    ...[name, ...zoneLetters(name)].map((way) => compareNames(parseName(way, { ofPerson: true }), printed)),
  );
}

export const isSameName = (name: string, printedName: string): boolean =>
  printedNameSimilarity(name, printedName) >= sameName;

/** Compares only letters and digits, because spaces, dots and fillers are not printed everywhere. */
export const sameNumber = (one: string, other: string): boolean => compact(one) === compact(other);

const compact = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns first and last names as one name. Empty if neither is known. */
const wholeName = ({ firstName, lastName }: DocumentTexts): string =>
  [firstName, lastName].filter((part) => part).join(' ');

/** Compares the content of a document with what is known about its holder. Unknown details of the holder are not checked. */
export function compareHolder(
  texts: DocumentTexts,
  issuingCountry: string,
  holder: DocumentHolder,
  isTruncated: boolean,
): readonly DocumentCheck[] {
  const checks: DocumentCheck[] = [nameCheck(wholeName(texts), holder.name, isTruncated)];
  if (holder.documentNumber !== undefined) {
    const { documentNumber } = texts;
    const isSame = documentNumber === undefined ? null : sameNumber(documentNumber, holder.documentNumber);
    checks.push(checkOf('DOCUMENT_NUMBER_MISMATCH', outcomeOf(isSame)));
  }
  if (holder.birthDate !== undefined) {
    const { dateOfBirth } = texts;
    const isSame = dateOfBirth === undefined ? null : dateOfBirth === holder.birthDate.slice(0, 10);
    checks.push(checkOf('BIRTH_DATE_MISMATCH', outcomeOf(isSame)));
  }
  if (holder.countryCode !== undefined) {
    const countries = [issuingCountry, texts.nationality].map((code) => code?.toUpperCase());
    checks.push(checkOf('ENTITY_COUNTRY_MISMATCH', outcomeOf(countries.includes(holder.countryCode.toUpperCase()))));
  }
  return [...checks, ...taxIdChecks(texts.taxId, issuingCountry, holder)];
}

function taxIdChecks(taxId: string | undefined, country: string, holder: DocumentHolder): readonly DocumentCheck[] {
  if (taxId === undefined) return [];
  const code = country.toUpperCase();
  const isValid = isTaxIdCountry(code) ? recognizeTaxId(taxId, code) !== null : null;
  const checks = [checkOf('TAX_ID_INVALID', outcomeOf(isValid))];
  if (holder.taxId === undefined) return checks;
  const isSame = withoutPunctuation(taxId).toUpperCase() === withoutPunctuation(holder.taxId).toUpperCase();
  return [...checks, checkOf('TAX_ID_MISMATCH', outcomeOf(isSame))];
}

function nameCheck(printed: string, name: string, isTruncated: boolean): DocumentCheck {
  if (printed === '') return checkOf('NAME_MISMATCH', 'unchecked');
  if (isSameName(name, printed)) return checkOf('NAME_MISMATCH', 'passed');
  // A machine-readable zone truncates long names, so a missing part proves nothing.
  return checkOf('NAME_MISMATCH', isTruncated ? 'unchecked' : 'failed');
}

export const outcomeOf = (isRight: boolean | null): DocumentCheck['outcome'] => {
  if (isRight === null) return 'unchecked';
  return isRight ? 'passed' : 'failed';
};
