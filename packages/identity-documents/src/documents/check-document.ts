import { checkMrz, type MrzCheck } from '../mrz/check-mrz.js';
import { isDate, wholeDate } from '../mrz/zone-date.js';

import { type BarcodeReading, countryOfBarcode, readBarcode } from './barcode.js';
import { compareHolder, isSameName, outcomeOf, sameNumber } from './compare-holder.js';
import { countryOfZone } from './countries.js';
import {
  type CheckedDocument,
  checkOf,
  type DocumentCheck,
  type DocumentHolder,
  type DocumentOptions,
  type DocumentTexts,
  type DocumentType,
  type ShownDocument,
} from './document.js';

/** Content of the machine-readable parts of a document. */
interface MachineRead {
  readonly texts: DocumentTexts;
  readonly country: string | null;
  readonly types: readonly DocumentType[] | null;
  /** Whether a printed date does not exist in the calendar. */
  readonly hasImpossibleDate: boolean;
  readonly isTruncated: boolean;
  readonly checks: readonly DocumentCheck[];
}

/** Performs all checks of a document that need no picture: its check digits, its dates, and whether it belongs to the expected person. */
export function checkDocument(
  shown: ShownDocument,
  holder: DocumentHolder,
  { doubleCheckRegistry = false }: DocumentOptions = {},
): CheckedDocument {
  const typed = withoutEmpty(shown.fields);
  const read = machineRead(shown);
  const texts = { ...typed, ...read.texts };
  const checks = [
    ...read.checks,
    checkOf('DOCUMENT_UNCONFIRMED', shown.confirmed ? 'passed' : 'unchecked'),
    ...dateChecks(texts, read.hasImpossibleDate, shown.today),
    ...chosenChecks(shown, read, typed),
    ...compareHolder(texts, read.country ?? shown.issuingCountry, holder, read.isTruncated),
  ];
  const soft = checks.filter(({ isHard, outcome }) => !isHard && outcome !== 'passed').map(({ code }) => code);
  const { documentType, issuingCountry } = shown;
  return {
    extracted: { documentType, issuingCountry, ...texts },
    checks,
    warnings: doubleCheckRegistry ? [...soft, 'REGISTRY_NOT_AVAILABLE'] : soft,
  };
}

function machineRead(shown: ShownDocument): MachineRead {
  const { mrzLines = [], barcode } = shown;
  const nothing = { texts: {}, country: null, types: null, hasImpossibleDate: false, isTruncated: false };
  if (mrzLines.length > 0) return readZone(checkMrz(mrzLines), mrzLines, shown.today);
  if (barcode === undefined) return { ...nothing, checks: [checkOf('CHECK_DIGITS_WRONG', 'unchecked')] };
  const reading: BarcodeReading = readBarcode(barcode);
  if ('problem' in reading) return { ...nothing, checks: [checkOf('BARCODE_UNREADABLE', 'failed')] };
  return {
    ...nothing,
    ...{ texts: reading.texts, country: countryOfBarcode(barcode), types: ['drivers_license', 'national_id'] },
    checks: [checkOf('BARCODE_UNREADABLE', 'passed')],
  };
}

function readZone(check: MrzCheck, lines: readonly string[], today: string): MachineRead {
  const { format, fields, problems } = check;
  // A mistyped line must not look like another person's document, so nothing is used from it.
  if (problems.length > 0)
    return {
      ...{ texts: {}, country: null, types: null, hasImpossibleDate: false, isTruncated: false },
      checks: [checkOf('CHECK_DIGITS_WRONG', 'failed')],
    };
  const [birth, expiry] = [fields.birthDate ?? '', fields.expiryDate ?? ''];
  const dates = {
    dateOfBirth: wholeDate(birth, 'birth', today) ?? undefined,
    expiresAt: wholeDate(expiry, 'expiry', today) ?? undefined,
  };
  const isWhole = (printed: string): boolean => /^\d{6}$/u.test(printed);
  const texts = {
    ...{ firstName: fields.firstName, lastName: fields.lastName, documentNumber: fields.documentNumber },
    ...dates,
    gender: fields.sex === undefined ? undefined : (genders[fields.sex] ?? 'unspecified'),
    nationality: (fields.nationality && countryOfZone(fields.nationality)) || undefined,
  };
  return {
    texts: withoutEmpty(texts),
    country: countryOfZone(fields.issuingState ?? '') ?? '',
    types: typesOf(check),
    hasImpossibleDate:
      (isWhole(birth) && dates.dateOfBirth === undefined) || (isWhole(expiry) && dates.expiresAt === undefined),
    isTruncated: isNameCut(format!, lines),
    checks: [checkOf('CHECK_DIGITS_WRONG', format === 'SWISS_DRIVING_LICENSE' ? 'unchecked' : 'passed')],
  };
}

const genders: Readonly<Record<string, string>> = { M: 'male', F: 'female' };

function typesOf({ format, fields }: MrzCheck): readonly DocumentType[] {
  if (format === 'FRENCH_DRIVING_LICENSE' || format === 'SWISS_DRIVING_LICENSE') return ['drivers_license'];
  if (fields.documentCode?.startsWith('P')) return ['passport'];
  if (fields.documentCode?.startsWith('V')) return ['visa'];
  return ['national_id', 'residence_permit'];
}

/** A name that fills its field completely may have been longer. */
function isNameCut(format: NonNullable<MrzCheck['format']>, lines: readonly string[]): boolean {
  if (format === 'FRENCH_DRIVING_LICENSE' || format === 'FRENCH_NATIONAL_ID') return true;
  const line = format === 'TD1' || format === 'SWISS_DRIVING_LICENSE' ? lines[2]! : lines[0]!;
  return !line.trim().endsWith('<');
}

function dateChecks(texts: DocumentTexts, hasImpossibleDate: boolean, today: string): readonly DocumentCheck[] {
  const { dateOfBirth, issuedAt, expiresAt } = texts;
  const known = [dateOfBirth, issuedAt, expiresAt].filter((date) => date !== undefined);
  const isRising = known.every((date, index) => index === 0 || known[index - 1]! < date);
  const isPast = (dateOfBirth ?? '') < today && (issuedAt ?? '') <= today;
  const isWrong = hasImpossibleDate || !known.every(isDate) || !isRising || !isPast;
  return [
    checkOf('DATES_IMPOSSIBLE', isWrong ? 'failed' : outcomeOf(known.length < 2 ? null : true)),
    checkOf('DOCUMENT_EXPIRED', outcomeOf(expiresAt === undefined ? null : expiresAt >= today)),
  ];
}

/** Compares what the person selected and typed with the machine-readable part. */
function chosenChecks(shown: ShownDocument, read: MachineRead, typed: DocumentTexts): readonly DocumentCheck[] {
  const checks: DocumentCheck[] = [];
  if (read.country !== null)
    checks.push(checkOf('COUNTRY_MISMATCH', outcomeOf(read.country === shown.issuingCountry.toUpperCase())));
  if (read.types !== null)
    checks.push(checkOf('DOCUMENT_TYPE_MISMATCH', outcomeOf(read.types.includes(shown.documentType))));
  const compared = typedAgainst(typed, read.texts, read.isTruncated);
  if (compared.length > 0) checks.push(checkOf('TYPED_DATA_MISMATCH', outcomeOf(compared.every(Boolean))));
  return checks;
}

function typedAgainst(typed: DocumentTexts, read: DocumentTexts, isTruncated: boolean): readonly boolean[] {
  const compared: boolean[] = [];
  const compare = (name: keyof DocumentTexts, isSame: (one: string, other: string) => boolean): void => {
    const [one, other] = [typed[name], read[name]];
    if (one !== undefined && other !== undefined) compared.push(isSame(one, other));
  };
  const isEqual = (one: string, other: string): boolean => one === other;
  compare('documentNumber', sameNumber);
  compare('dateOfBirth', isEqual);
  compare('expiresAt', isEqual);
  // A machine-readable zone truncates long names, and then contains less than what was typed.
  const isLike = (one: string, other: string): boolean => isTruncated || isSameName(one, other);
  compare('firstName', isLike);
  compare('lastName', isLike);
  return compared;
}

function withoutEmpty(texts: DocumentTexts): DocumentTexts {
  const entries = Object.entries(texts as Readonly<Record<string, string | undefined>>);
  const known = entries.flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()] as const] : []));
  return Object.fromEntries(known);
}
