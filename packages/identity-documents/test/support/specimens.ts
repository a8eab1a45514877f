import type { MrzFormat, MrzTexts } from '@tamis/identity-documents';

export interface Specimen {
  /** Where it is printed. */
  readonly source: string;
  readonly format: MrzFormat;
  readonly lines: readonly string[];
  readonly fields: MrzTexts;
  /** Number of single-character errors that no check digit can detect, because the values differ by a multiple of ten. */
  readonly undetectable: number;
}

/** The code of a nationality that the issuing state does not specify. */
const unspecified = 'X'.repeat(3);
const anna = { issuingState: 'UTO', lastName: 'ERIKSSON', firstName: 'ANNA MARIA' };
const annasDates = { nationality: 'UTO', birthDate: '740812', sex: 'F', expiryDate: '120415' };
const peter = {
  ...{ issuingState: 'UTO', lastName: 'STEVENSON', firstName: 'PETER JOHN', documentNumber: 'D23145890734' },
  ...{ nationality: 'UTO', birthDate: '340712', sex: 'M', expiryDate: '950712', optional: '' },
};

/** The zones that ICAO Doc 9303 (eighth edition) prints in full, copied manually. */
export const icaoSpecimens: readonly Specimen[] = [
  {
    source: 'Part 4, appendix B: passport (TD3)',
    format: 'TD3',
    lines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    fields: { documentCode: 'P', ...anna, documentNumber: 'L898902C3', ...annasDates, personalNumber: 'ZE184226B' },
    undetectable: 69,
  },
  {
    source: 'Part 5, appendix B: card (TD1)',
    format: 'TD1',
    lines: ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
    fields: {
      ...{ documentCode: 'I', ...anna, documentNumber: 'D23145890', ...annasDates },
      ...{ optional: '', personalNumber: '' },
    },
    undetectable: 130,
  },
  {
    source: 'Part 6, appendix B: card (TD2)',
    format: 'TD2',
    lines: ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
    fields: { documentCode: 'I', ...anna, documentNumber: 'D23145890', ...annasDates, optional: '' },
    undetectable: 54,
  },
  {
    source: 'Part 7, appendix A: visa (MRV-A)',
    format: 'MRV_A',
    lines: ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'],
    fields: {
      ...{ documentCode: 'V', ...anna, documentNumber: 'L8988901C', nationality: unspecified, birthDate: '400907' },
      ...{ sex: 'F', expiryDate: '961210', optional: '6ZE184226B' },
    },
    undetectable: 23,
  },
  {
    source: 'Part 7, appendix B: visa (MRV-B)',
    format: 'MRV_B',
    lines: ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<'],
    fields: {
      ...{ documentCode: 'V', ...anna, documentNumber: 'L8988901C', nationality: unspecified, birthDate: '400907' },
      ...{ sex: 'F', expiryDate: '961210', optional: '' },
    },
    undetectable: 23,
  },
  {
    source: 'Part 11, appendix D.2: card with a number of twelve characters (TD1)',
    format: 'TD1',
    lines: ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER<JOHN<<<<<<<<<'],
    fields: { documentCode: 'I', ...peter, personalNumber: '' },
    undetectable: 118,
  },
  {
    source: 'Part 11, appendix D.2: card with a number of twelve characters (TD2)',
    format: 'TD2',
    lines: ['I<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<', 'D23145890<UTO3407127M95071227349<<<8'],
    fields: { documentCode: 'I', ...peter },
    undetectable: 42,
  },
  {
    source: 'Part 11, appendix D.2: passport of the worked example of keys (TD3)',
    format: 'TD3',
    lines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C<3UTO6908061F9406236ZE184226B<<<<<14'],
    fields: {
      ...{ documentCode: 'P', ...anna, documentNumber: 'L898902C', nationality: 'UTO', birthDate: '690806' },
      ...{ sex: 'F', expiryDate: '940623', personalNumber: 'ZE184226B' },
    },
    undetectable: 70,
  },
];

/** Formats that two states use in addition to the standard. */
export const nationalSpecimens: readonly Omit<Specimen, 'undetectable'>[] = [
  {
    source: 'France: the specimen of the card of 1988 to 2021',
    format: 'FRENCH_NATIONAL_ID',
    lines: ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'],
    fields: {
      ...{ documentCode: 'ID', issuingState: 'FRA', lastName: 'BERTHIER', firstName: 'CORINNE', optional: '' },
      ...{ documentNumber: '880692310285', issueDate: '8806', birthDate: '651206', sex: 'F' },
    },
  },
  {
    source: 'France: the specimen of the licence of 2013',
    format: 'FRENCH_DRIVING_LICENSE',
    lines: ['D1FRA13AA000026181231MARTIN<<9'],
    fields: {
      ...{ documentCode: 'D1', issuingState: 'FRA', documentNumber: '13AA00002' },
      ...{ expiryDate: '181231', lastName: 'MARTIN' },
    },
  },
  {
    source: 'Switzerland: the specimen of the licence, which has no check digits',
    format: 'SWISS_DRIVING_LICENSE',
    lines: ['AAA001D<<', 'FACHE305142128097<<800126<<<<<', 'FUNIMUSTER<<KARL<HEINZ<<<<<<<<'],
    fields: {
      ...{ documentCode: 'FA', issuingState: 'CHE', documentNumber: '305142128097', optional: 'AAA001D' },
      ...{ birthDate: '800126', lastName: 'FUNIMUSTER', firstName: 'KARL HEINZ' },
    },
  },
];
