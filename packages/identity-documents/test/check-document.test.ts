import { checkDocument, type DocumentHolder, type ShownDocument } from '@tamis/identity-documents';

import { printedNameSimilarity } from '../src/documents/compare-holder.js';

const second = '<<<<<<<<<<<<<<';
/** A German passport, printed by the rules of the standard. */
const passport = ['P<D<<MUELLER<<JUERGEN<<<<<<<<<<<<<<<<<<<<<<<', `C01X00T478D<<6408125F2702283${second}<4`];
const shown: ShownDocument = {
  ...{ documentType: 'passport', issuingCountry: 'DE', mrzLines: passport, fields: {}, confirmed: true },
  today: '2026-11-23',
};
const holder: DocumentHolder = {
  ...{ name: 'Jürgen Müller', birthDate: '1964-08-12', documentNumber: 'C01X 00T47', countryCode: 'DE' },
};

const outcomes = (of: Partial<ShownDocument>, by: Partial<DocumentHolder> = {}): Record<string, string> => {
  const { checks } = checkDocument({ ...shown, ...of }, { ...holder, ...by });
  return Object.fromEntries(checks.map(({ code, outcome }) => [code, outcome]));
};

describe('document check against the holder', () => {
  test.each([
    ['ONG BENG SENG', 'Tan Beng Seng'],
    ['MEI LAN FANG', 'Wu Lan Fang'],
  ])('does not take the surname of %s for a legal form', (printed, name) => {
    expect(printedNameSimilarity(name, printed)).toBeLessThan(0.85);
    expect(printedNameSimilarity(printed, printed)).toBe(1);
  });

  test('passes every check for a matching document, with the name transliterated', () => {
    expect(new Set(Object.values(outcomes({})))).toEqual(new Set(['passed']));
    expect(checkDocument(shown, holder)).toMatchObject({
      extracted: {
        ...{ documentType: 'passport', issuingCountry: 'DE', firstName: 'JUERGEN', lastName: 'MUELLER' },
        ...{ documentNumber: 'C01X00T47', dateOfBirth: '1964-08-12', expiresAt: '2027-02-28', gender: 'female' },
        nationality: 'DE',
      },
      warnings: [],
    });
  });

  test.each([
    ['another birth date', {}, { birthDate: '1964-08-13' }, { BIRTH_DATE_MISMATCH: 'failed' }],
    ['another number', {}, { documentNumber: 'C01X00T48' }, { DOCUMENT_NUMBER_MISMATCH: 'failed' }],
    ['another name', {}, { name: 'Karl Schmidt' }, { NAME_MISMATCH: 'failed' }],
    ['another country of the entity', {}, { countryCode: 'BR' }, { ENTITY_COUNTRY_MISMATCH: 'failed' }],
    ['another country chosen', { issuingCountry: 'FR' }, {}, { COUNTRY_MISMATCH: 'failed' }],
    ['another kind chosen', { documentType: 'national_id' }, {}, { DOCUMENT_TYPE_MISMATCH: 'failed' }],
    ['another number typed', { fields: { documentNumber: 'X1' } }, {}, { TYPED_DATA_MISMATCH: 'failed' }],
    [
      'the same typed',
      { fields: { lastName: 'Müller', dateOfBirth: '1964-08-12' } },
      {},
      { TYPED_DATA_MISMATCH: 'passed' },
    ],
    ['its last day', { today: '2027-02-28' }, {}, { DOCUMENT_EXPIRED: 'passed' }],
    ['the day after its last', { today: '2027-03-01' }, {}, { DOCUMENT_EXPIRED: 'failed' }],
    ['nobody who confirms', { confirmed: false }, {}, { DOCUMENT_UNCONFIRMED: 'unchecked' }],
  ] as const)('%s', (_what, of, by, expected) => {
    expect(outcomes(of as Partial<ShownDocument>, by)).toMatchObject(expected);
  });

  test('does not treat an error in the MRZ as another person, and takes no data from it', () => {
    const slip = [passport[0]!, passport[1]!.replace('640812', '640813')];
    expect(outcomes({ mrzLines: slip })).toMatchObject({
      ...{ CHECK_DIGITS_WRONG: 'failed', BIRTH_DATE_MISMATCH: 'unchecked', DOCUMENT_NUMBER_MISMATCH: 'unchecked' },
      ...{ NAME_MISMATCH: 'unchecked', DOCUMENT_EXPIRED: 'unchecked', DATES_IMPOSSIBLE: 'unchecked' },
    });
  });

  test.each([
    ['birth after issue', { dateOfBirth: '2001-01-02', issuedAt: '2001-01-01', expiresAt: '2030-01-01' }, 'failed'],
    ['issue after expiry', { dateOfBirth: '1990-01-01', issuedAt: '2031-01-01', expiresAt: '2030-01-01' }, 'failed'],
    ['issue in the future', { dateOfBirth: '1990-01-01', issuedAt: '2026-11-24', expiresAt: '2030-01-01' }, 'failed'],
    ['born today', { dateOfBirth: '2026-11-23', expiresAt: '2030-01-01' }, 'failed'],
    ['a day that no year has', { dateOfBirth: '1990-02-30', expiresAt: '2030-01-01' }, 'failed'],
    ['a text', { dateOfBirth: 'yesterday', expiresAt: '2030-01-01' }, 'failed'],
    ['one date alone', { expiresAt: '2030-01-01' }, 'unchecked'],
    ['dates in order', { dateOfBirth: '1990-01-01', issuedAt: '2026-11-23', expiresAt: '2030-01-01' }, 'passed'],
  ])('checks typed dates: %s', (_what, fields, outcome) => {
    expect(outcomes({ mrzLines: [], fields })).toMatchObject({ DATES_IMPOSSIBLE: outcome });
  });

  test('leaves checks unchecked for a document without an MRZ and makes up no data', () => {
    expect(outcomes({ mrzLines: [] }, {})).toMatchObject({
      ...{ CHECK_DIGITS_WRONG: 'unchecked', NAME_MISMATCH: 'unchecked', DOCUMENT_EXPIRED: 'unchecked' },
      ...{ BIRTH_DATE_MISMATCH: 'unchecked', DOCUMENT_NUMBER_MISMATCH: 'unchecked' },
    });
  });

  test('omits checks for unknown holder data', () => {
    const { checks } = checkDocument(shown, { name: 'Jürgen Müller' });
    const codes = checks.map(({ code }) => code);
    expect(codes).not.toContain('BIRTH_DATE_MISMATCH');
    expect(codes).not.toContain('DOCUMENT_NUMBER_MISMATCH');
    expect(codes).not.toContain('ENTITY_COUNTRY_MISMATCH');
  });

  test.each([
    ['52998224725', '529.982.247-25', { TAX_ID_INVALID: 'passed', TAX_ID_MISMATCH: 'passed' }],
    ['52998224724', '529.982.247-25', { TAX_ID_INVALID: 'failed', TAX_ID_MISMATCH: 'failed' }],
    ['111.444.777-35', '52998224725', { TAX_ID_INVALID: 'passed', TAX_ID_MISMATCH: 'failed' }],
  ])('checks tax id %s against %s', (taxId, ofEntity, expected) => {
    expect(outcomes({ mrzLines: [], issuingCountry: 'BR', fields: { taxId } }, { taxId: ofEntity })).toMatchObject(
      expected,
    );
  });

  test('leaves tax ids of unsupported countries unchecked', () => {
    expect(outcomes({ mrzLines: [], fields: { taxId: '1' } })).toMatchObject({ TAX_ID_INVALID: 'unchecked' });
  });

  test('warns that no country register is available when a registry check is requested', () => {
    expect(checkDocument(shown, holder, { doubleCheckRegistry: true }).warnings).toEqual(['REGISTRY_NOT_AVAILABLE']);
  });

  test.each([
    ['Josef Weiß', 'JOSEF WEISS'],
    ['José Núñez', 'JOSE NUNEZ'],
    ['José Núñez', 'JOSE NUNXXEZ'],
    ['Jürgen Müller', 'JUERGEN MUELLER'],
    ['Søren Ågård', 'SOEREN AAGAARD'],
    ['Þór Ægisson', 'THOR AEGISSON'],
    ['Łukasz Żółć', 'LUKASZ ZOLC'],
    ['Юлия Щербакова', 'IULIIA SHCHERBAKOVA'],
    ['Đorđe Петровић', 'DORDE PETROVIC'],
  ])('accepts %s printed as %s', (name, printed) => {
    expect(printedNameSimilarity(name, printed)).toBeGreaterThanOrEqual(0.98);
  });
});

describe('two-digit years', () => {
  const zone = (birth: string, expiry: string): readonly string[] => {
    const digit = (text: string): string =>
      String([...text].reduce((sum, character, at) => sum + Number(character) * [7, 3, 1][at % 3]!, 0) % 10);
    const begin = 'C01X00T478D<<';
    const body = `${begin}${birth}${digit(birth)}F${expiry}${digit(expiry)}${second}<`;
    const values = [...body.slice(0, 10), ...body.slice(13, 20), ...body.slice(21)].map((character) =>
      character === '<' ? 0 : Number.parseInt(character, 36),
    );
    const composite = values.reduce((sum, value, at) => sum + value * [7, 3, 1][at % 3]!, 0) % 10;
    return [passport[0]!, body + String(composite)];
  };

  test.each([
    ['261122', '2026-11-22', '301231', '2030-12-31'],
    ['261123', '2026-11-23', '301231', '2030-12-31'],
    ['261124', '1926-11-24', '751231', '2075-12-31'],
    ['000229', '2000-02-29', '771231', '1977-12-31'],
  ])('read birth %s as %s and expiry %s as %s', (birth, dateOfBirth, expiry, expiresAt) => {
    const { extracted } = checkDocument({ ...shown, mrzLines: zone(birth, expiry) }, holder);
    expect(extracted).toMatchObject({ dateOfBirth, expiresAt });
  });

  test('make February 29 of a non-leap year impossible', () => {
    const { checks } = checkDocument({ ...shown, mrzLines: zone('010229', '301231') }, holder);
    expect(checks).toContainEqual(
      expect.objectContaining({ code: 'DATES_IMPOSSIBLE', outcome: 'failed', isHard: true }),
    );
  });
});
