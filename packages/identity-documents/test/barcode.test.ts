import { checkDocument, readBarcode } from '@tamis/identity-documents';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

/** The example of AAMVA's card design standard of 2016, annex D (version 09). */
const virginia = [
  '@\n\u001e\rANSI 636000090002DL00410278ZV03190008DLDAQT64235789',
  'DCSSAMPLE\nDDEN\nDACMICHAEL\nDDFN\nDADJOHN\nDDGN\nDCUJR\nDCAD\nDCBK\nDCDPH',
  'DBD06062019\nDBB06061986\nDBA12102027\nDBC1\nDAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\nDAIRICHMOND',
  'DAJVA\nDAK232690000  \nDCF2424244747474786102204\nDCGUSA\nDCK123456789\nDDAF\nDDB06062018\nDDC06062020\nDDD1\rZVZVA01\r',
].join('\n');

const holder = { name: 'Michael John Sample', birthDate: '1986-06-06' };

describe('licence barcode', () => {
  test('of the United States is read', () => {
    expect(readBarcode(virginia)).toEqual({
      texts: {
        ...{ firstName: 'MICHAEL JOHN', lastName: 'SAMPLE', documentNumber: 'T64235789', gender: 'male' },
        ...{ dateOfBirth: '1986-06-06', issuedAt: '2019-06-06', expiresAt: '2027-12-10' },
        address: '2300 WEST BROAD STREET, RICHMOND, VA, 232690000',
      },
    });
  });

  test('of Canada has the year first in dates', () => {
    const ontario = virginia
      .replace('DCGUSA', 'DCGCAN')
      .replace('DBB06061986', 'DBB19860606')
      .replace('DBA12102027', 'DBA20271210')
      .replace('DBD06062019', 'DBD20190606');
    expect(readBarcode(ontario)).toMatchObject({
      texts: { dateOfBirth: '1986-06-06', issuedAt: '2019-06-06', expiresAt: '2027-12-10' },
    });
  });

  test('does not treat an element name inside another text as that element', () => {
    const street = virginia.replace('DACMICHAEL\n', '').replace('2300 WEST', 'DACHAU');
    expect(readBarcode(street)).toMatchObject({ texts: { firstName: 'JOHN' } });
  });

  test('is checked like a document', () => {
    const { checks, extracted } = checkDocument(
      {
        ...{ documentType: 'drivers_license', issuingCountry: 'US', barcode: virginia, fields: {} },
        ...{ confirmed: true, today: '2026-11-23' },
      },
      holder,
    );
    expect(extracted.documentNumber).toBe('T64235789');
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });

  test.each([
    ['nothing', '', /The text does not start with @ and ANSI, as barcodes of licences do/],
    ['a web address', 'https://example.com', /The text does not start with @ and ANSI, as barcodes of licences do/],
    ['a licence without a number', virginia.replace('DAQT64235789', 'DAQ'), /no licence number/],
    ['too much', virginia + 'X'.repeat(4_000), /at most 4000/],
  ])('is rejected: %s', (_what, text, problem) => {
    expect(readBarcode(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test('omits invalid dates', () => {
    const reading = readBarcode(virginia.replace('DBB06061986', 'DBB13451986'));
    expect('texts' in reading && reading.texts.dateOfBirth).toBeUndefined();
  });

  test('gives a reading or a problem for any content after the header', () => {
    fc.assert(
      fc.property(fc.nat(virginia.length), fc.string({ unit: 'binary', maxLength: 40 }), (at, text) => {
        const reading = readBarcode(virginia.slice(0, at) + text + virginia.slice(at + text.length));
        expect('texts' in reading || reading.problem !== '').toBe(true);
      }),
      propertyRuns(2_000),
    );
  });
});
