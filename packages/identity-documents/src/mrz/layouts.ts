/** Fields that are read from a zone. */
export type MrzField =
  | 'documentCode'
  | 'issuingState'
  | 'documentNumber'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'issueDate'
  | 'lastName'
  | 'firstName'
  | 'personalNumber'
  | 'optional';

export type MrzFormat =
  | 'TD1'
  | 'TD2'
  | 'TD3'
  | 'MRV_A'
  | 'MRV_B'
  | 'FRENCH_NATIONAL_ID'
  | 'FRENCH_DRIVING_LICENSE'
  | 'SWISS_DRIVING_LICENSE';

/** A range of characters in a line. Lines and positions are counted from 1 and the last position is inclusive, as in the standard. */
export interface Span {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

export type FieldForm =
  | 'code'
  | 'state'
  | 'text'
  | 'number'
  | 'date'
  | 'month'
  | 'sex'
  | 'names'
  | 'surname'
  | 'filler';

export interface FieldPlace extends Span {
  readonly field: MrzField;
  readonly form: FieldForm;
}

export interface CheckPlace {
  readonly field: MrzField | 'composite';
  readonly digit: Span;
  readonly over: readonly Span[];
  /** Continuation of a number longer than nine characters, followed by its check digit. */
  readonly continued?: Span;
  /** Whether the check digit of an empty field may be the filler. */
  readonly isOptional?: boolean;
}

export interface MrzLayout {
  readonly format: MrzFormat;
  readonly lengths: readonly number[];
  /** Pattern for the start of its document codes. The standard assigns letters to each format. */
  readonly code: RegExp;
  readonly fields: readonly FieldPlace[];
  readonly checks: readonly CheckPlace[];
}

const at = (line: number, from: number, to = from): Span => ({ line, from, to });

const place = (field: MrzField, form: FieldForm, line: number, from: number, to = from): FieldPlace => ({
  ...{ field, form },
  ...at(line, from, to),
});

/** Passports, visas and TD2 cards have the same lines up to position 28 of the second. */
const secondLine = [
  place('documentNumber', 'text', 2, 1, 9),
  place('nationality', 'state', 2, 11, 13),
  place('birthDate', 'date', 2, 14, 19),
  place('sex', 'sex', 2, 21),
  place('expiryDate', 'date', 2, 22, 27),
];
const dateChecks: readonly CheckPlace[] = [
  { field: 'birthDate', digit: at(2, 20), over: [at(2, 14, 19)] },
  { field: 'expiryDate', digit: at(2, 28), over: [at(2, 22, 27)] },
];
const numberCheck: CheckPlace = { field: 'documentNumber', digit: at(2, 10), over: [at(2, 1, 9)] };

const firstLine = (length: number): readonly FieldPlace[] => [
  place('documentCode', 'code', 1, 1, 2),
  place('issuingState', 'state', 1, 3, 5),
  place('lastName', 'names', 1, 6, length),
];

/** ICAO 9303-4, section 4.2. */
const td3: MrzLayout = {
  format: 'TD3',
  lengths: [44, 44],
  code: /^P/u,
  fields: [...firstLine(44), ...secondLine, place('personalNumber', 'text', 2, 29, 42)],
  checks: [
    numberCheck,
    ...dateChecks,
    { field: 'personalNumber', digit: at(2, 43), over: [at(2, 29, 42)], isOptional: true },
    { field: 'composite', digit: at(2, 44), over: [at(2, 1, 10), at(2, 14, 20), at(2, 22, 43)] },
  ],
};

/** ICAO 9303-6, section 4.2. */
const td2: MrzLayout = {
  format: 'TD2',
  lengths: [36, 36],
  code: /^[ACI]/u,
  fields: [...firstLine(36), ...secondLine, place('optional', 'text', 2, 29, 35)],
  checks: [
    { ...numberCheck, continued: at(2, 29, 35) },
    ...dateChecks,
    { field: 'composite', digit: at(2, 36), over: [at(2, 1, 10), at(2, 14, 20), at(2, 22, 35)] },
  ],
};

/** ICAO 9303-5, section 4.2. */
const td1: MrzLayout = {
  format: 'TD1',
  lengths: [30, 30, 30],
  code: /^[ACI]/u,
  fields: [
    place('documentCode', 'code', 1, 1, 2),
    place('issuingState', 'state', 1, 3, 5),
    place('documentNumber', 'text', 1, 6, 14),
    place('optional', 'text', 1, 16, 30),
    place('birthDate', 'date', 2, 1, 6),
    place('sex', 'sex', 2, 8),
    place('expiryDate', 'date', 2, 9, 14),
    place('nationality', 'state', 2, 16, 18),
    place('personalNumber', 'text', 2, 19, 29),
    place('lastName', 'names', 3, 1, 30),
  ],
  checks: [
    { field: 'documentNumber', digit: at(1, 15), over: [at(1, 6, 14)], continued: at(1, 16, 30) },
    { field: 'birthDate', digit: at(2, 7), over: [at(2, 1, 6)] },
    { field: 'expiryDate', digit: at(2, 15), over: [at(2, 9, 14)] },
    { field: 'composite', digit: at(2, 30), over: [at(1, 6, 30), at(2, 1, 7), at(2, 9, 15), at(2, 19, 29)] },
  ],
};

/** ICAO 9303-7, section 4.2 (A) and 5.2 (B). Visas have no composite check digit. */
const visa = (format: 'MRV_A' | 'MRV_B', length: number): MrzLayout => ({
  format,
  lengths: [length, length],
  code: /^V/u,
  fields: [...firstLine(length), ...secondLine, place('optional', 'text', 2, 29, length)],
  checks: [numberCheck, ...dateChecks],
});

/** The French card of 1988 to 2021: 36 characters per line, with its own field positions. */
const frenchNationalId: MrzLayout = {
  format: 'FRENCH_NATIONAL_ID',
  lengths: [36, 36],
  code: /^IDFRA/u,
  fields: [
    place('documentCode', 'code', 1, 1, 2),
    place('issuingState', 'state', 1, 3, 5),
    place('lastName', 'surname', 1, 6, 30),
    place('optional', 'text', 1, 31, 36),
    place('documentNumber', 'text', 2, 1, 12),
    place('issueDate', 'month', 2, 1, 4),
    place('firstName', 'surname', 2, 14, 27),
    place('birthDate', 'date', 2, 28, 33),
    place('sex', 'sex', 2, 35),
  ],
  checks: [
    { field: 'documentNumber', digit: at(2, 13), over: [at(2, 1, 12)] },
    { field: 'birthDate', digit: at(2, 34), over: [at(2, 28, 33)] },
    { field: 'composite', digit: at(2, 36), over: [at(1, 1, 36), at(2, 1, 35)] },
  ],
};

/** One line on the French licence of 2013 and later. */
const frenchDrivingLicense: MrzLayout = {
  format: 'FRENCH_DRIVING_LICENSE',
  lengths: [30],
  code: /^[ABD]\d/u,
  fields: [
    place('documentCode', 'code', 1, 1, 2),
    place('issuingState', 'state', 1, 3, 5),
    place('documentNumber', 'text', 1, 6, 14),
    place('expiryDate', 'date', 1, 16, 21),
    place('lastName', 'surname', 1, 22, 29),
  ],
  checks: [
    { field: 'documentNumber', digit: at(1, 15), over: [at(1, 1, 14)] },
    { field: 'composite', digit: at(1, 30), over: [at(1, 1, 29)] },
  ],
};

/** Licences of Switzerland and Liechtenstein. They have no check digits at all. */
const swissDrivingLicense: MrzLayout = {
  format: 'SWISS_DRIVING_LICENSE',
  lengths: [9, 30, 30],
  code: /^FA/u,
  fields: [
    place('optional', 'text', 1, 1, 9),
    place('documentCode', 'code', 2, 1, 2),
    place('issuingState', 'state', 2, 3, 5),
    place('documentNumber', 'number', 2, 6, 17),
    place('birthDate', 'date', 2, 20, 25),
    place('lastName', 'names', 3, 1, 30),
  ],
  checks: [],
};

/** The first layout with matching line lengths and document code is used. */
export const layouts: readonly MrzLayout[] = [
  frenchNationalId,
  td1,
  td2,
  td3,
  visa('MRV_A', 44),
  visa('MRV_B', 36),
  frenchDrivingLicense,
  swissDrivingLicense,
];
