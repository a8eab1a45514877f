import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportPromise } from '@tamis/testkit';
import fc from 'fast-check';
import {
  holderOfTaxId,
  isValidCbu,
  isValidClabe,
  onlyHolderOfTaxId,
  recognizeTaxId,
  taxIdCountries,
  type TaxIdCountry,
  type TaxIdHolder,
} from '../src/tax-ids/index.js';

const kindOf = (text: string, country: TaxIdCountry): string | null => recognizeTaxId(text, country)?.kind ?? null;

it.each<[TaxIdCountry, string, string | null]>([
  ['AR', '20-05536168-2', 'cuit'],
  ['AR', '20267565392', null],
  ['BR', '390.533.447-05', 'cpf'],
  ['BR', '231.002.999-00', null],
  ['BR', '111.111.111-11', null],
  ['BR', '00.000.000/0000-00', null],
  ['BR', '16.727.230/0001-97', 'cnpj'],
  ['BR', '12.ABC.345/01DE-35', 'cnpj'],
  ['CL', '12.531.909-2', 'rut'],
  ['CL', '12531909-3', null],
  ['CO', '900544472-2', 'nit'],
  ['CO', '2131234325', null],
  ['MX', 'mab-930714-8t4', 'rfc'],
  ['MX', 'BOXW310820HNERXN09', 'curp'],
  ['MX', 'CCM 650122 I06', 'rfc'],
  ['MX', 'A&B 650122 I06', 'rfc'],
  ['MX', 'XAXX010101000', 'rfc'],
  ['MX', 'XEXX010101000', 'rfc'],
  ['MX', 'XAXX010101', 'rfc'],
  ['MX', 'CCM650122', null],
  ['MX', 'CCM651322I06', null],
  ['US', '536-90-4399', 'ssn'],
  ['US', '5-36904399', null],
  ['US', '078-05-1120', null],
  ['US', '900-70-0000', 'itin'],
  ['US', '900-49-0000', null],
  ['US', '900-93-0000', 'atin'],
  ['US', '91-1144442', 'ein'],
  ['US', '00-3456789', null],
])('in %s, %s is recognized as a %s', (country, text, kind) => {
  expect(kindOf(text, country)).toBe(kind);
});

// Numbers that public companies print on their documents, and examples published by authorities.
it.each<[TaxIdCountry, string, TaxIdHolder]>([
  ['AR', '30-54668997-9', 'company'],
  ['AR', '30-70308853-4', 'company'],
  ['AR', '33-69345023-9', 'company'],
  ['AR', '30-50000173-5', 'company'],
  ['AR', '20-05536168-2', 'person'],
  ['BR', '33.000.167/0001-01', 'company'],
  ['BR', '00.000.000/0001-91', 'company'],
  ['BR', '33.592.510/0001-54', 'company'],
  ['BR', '12.ABC.345/01DE-35', 'company'],
  ['BR', '390.533.447-05', 'person'],
  ['CL', '61.704.000-K', 'company'],
  ['CL', '97.004.000-5', 'company'],
  ['CL', '90.749.000-9', 'company'],
  ['CL', 'CL 12531909-2', 'person'],
  ['CO', '899.999.068-1', 'company'],
  ['CO', '890.903.938-8', 'company'],
  ['CO', '860.002.964-4', 'company'],
  ['CO', '213123432-1', 'person'],
  ['MX', 'PME380607P35', 'company'],
  ['MX', 'CFE-370814-QI0', 'company'],
  ['MX', 'TME840315KT6', 'company'],
  ['MX', 'GODE561231GR8', 'person'],
  ['MX', 'HEGG560427MVZRRL04', 'person'],
  ['US', '94-2404110', 'company'],
  ['US', '91-1646860', 'company'],
  ['US', '13-5160382', 'company'],
  ['US', '912-70-1234', 'person'],
  ['US', '900-93-0000', 'person'],
])('in %s, %s is the number of a %s', (country, text, holder) => {
  const recognized = recognizeTaxId(text, country);
  expect(recognized).not.toBeNull();
  expect(recognized!.doubtfulCheckDigit).toBe(false);
  expect(holderOfTaxId(text, country)).toBe(holder);
});

// The documentation says that punctuation does not matter; only the groups of American numbers distinguish their kind.
it.each<[TaxIdCountry, string, string]>([
  ['AR', '20055361682', 'cuit'],
  ['BR', '39053344705', 'cpf'],
  ['BR', '16727230000197', 'cnpj'],
  ['CL', '125319092', 'rut'],
  ['CO', '9005444722', 'nit'],
  ['MX', 'MAB9307148T4', 'rfc'],
  ['MX', 'BOXW310820HNERXN09', 'curp'],
])('in %s, %s is the same whatever separates its characters', (country, compact, kind) => {
  const between = fc.constantFrom('', '', '.', '-', '/', ' ', '–', ',', '·', "'", '\u00a0', '\t', '_');
  fc.assert(
    fc.property(fc.array(between, { minLength: compact.length, maxLength: compact.length }), (marks) => {
      const text = marks.map((mark, at) => mark + compact[at]!).join('');
      expect(recognizeTaxId(text, country)).toEqual({ kind, compact, doubtfulCheckDigit: false });
    }),
    { numRuns: 200 },
  );
});

it.each(['2850590-9/4.0090418135201', '2850 5909 4009 0418 1352 01', '28505909.40090418135201'])(
  'reads an Argentine account number in any punctuation: %s',
  (text) => expect(isValidCbu(text)).toBe(true),
);

it.each<[string, string, TaxIdHolder | null]>([
  ['BR', '390.533.447-05', 'person'],
  ['BR', '16.727.230/0001-97', 'company'],
  ['AR', '20-05536168-2', 'person'],
  ['AR', '30-54668997-9', 'company'],
  ['MX', 'CCM650122I06', 'company'],
  ['MX', 'XAXX010101000', null],
  ['MX', 'BOXW310820HNERXN09', 'person'],
  ['US', '91-1144442', null],
  ['CO', '899.999.068-1', null],
  ['FR', '16.727.230/0001-97', null],
])('in %s, %s can belong only to a %s', (country, text, holder) => {
  expect(onlyHolderOfTaxId(text, country)).toBe(holder);
});

it('accepts an RFC with a wrong check digit, and flags it', () => {
  expect(recognizeTaxId('MAB9307148T4', 'MX')).toEqual({
    kind: 'rfc',
    compact: 'MAB9307148T4',
    doubtfulCheckDigit: false,
  });
  expect(recognizeTaxId('MAB-930714-8T5', 'MX')).toEqual({
    kind: 'rfc',
    compact: 'MAB9307148T5',
    doubtfulCheckDigit: true,
  });
  expect(recognizeTaxId('MAB-931314-8T5', 'MX')).toBeNull();
});

describe('Argentine account number (CBU)', () => {
  it.each([
    ['2850590940090418135201', true],
    ['28505909 40090418135201', true],
    ['2810590940090418135201', false],
    ['0720429088000002339141', false],
    ['281059094009041813520', false],
  ])('%s: %s', (text, valid) => {
    expect(isValidCbu(text)).toBe(valid);
  });

  it('may have zero as a check digit', () => {
    expect(isValidCbu('0720429088000002339140')).toBe(true);
    expect(isValidCbu('0000000000000000000000')).toBe(true);
  });

  it('has exactly one valid check digit pair for every account', () => {
    const digits = fc.stringMatching(/^\d{21}$/);
    fc.assert(
      fc.property(digits, (text) => {
        const found = Array.from({ length: 100 }, (_, each) => {
          const [first, last] = String(each).padStart(2, '0');
          return `${text.slice(0, 7)}${first}${text.slice(7, 20)}${last}`;
        }).filter(isValidCbu);
        expect(found).toHaveLength(1);
      }),
      { numRuns: 100 },
    );
  });
});

it.each([
  ['032180000118359719', true],
  ['002010077777777771', true],
  ['002010077777777779', false],
  ['000000000000000000', false],
  ['002115016003269411', false],
  ['12345678901234567', false],
])('an account number of Mexico, %s: %s', (text, valid) => {
  expect(isValidClabe(text)).toBe(valid);
});

it('never throws and is deterministic, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom(...taxIdCountries), (text, country) => {
      expect(recognizeTaxId(text, country)).toEqual(recognizeTaxId(text, country));
      expect(typeof isValidCbu(text)).toBe('boolean');
      expect(typeof isValidClabe(text)).toBe('boolean');
    }),
    { numRuns: 1_000 },
  );
});

interface Vector {
  readonly kind: string;
  readonly input: string;
  readonly valid: boolean;
  readonly error?: string;
}

/** JSON arrays of collected cases: those of a third-party library, and more if a machine has them. */
const vectorFiles = [join(__dirname, 'vectors/stdnum-js.json'), process.env['TAX_ID_VECTORS'] ?? ''];
const vectors = vectorFiles
  .filter((file) => existsSync(file))
  .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as readonly Vector[]);

/** Deliberate differences: an EIN in the groups of a social security number is not accepted. */
const judgedOtherwise = new Set(['US.ein 123-45-6789']);
const judged = vectors.filter(({ kind, input }) => kind !== 'AR.dni' && !judgedOtherwise.has(`${kind} ${input}`));

it('promise 30: agrees with every collected case', () => {
  const judge = ({ kind, input }: Vector): boolean => {
    const [country, name] = kind.split('.') as [TaxIdCountry, string];
    if (name === 'cbu') return isValidCbu(input);
    return name === 'clabe' ? isValidClabe(input) : kindOf(input, country) === name;
  };
  const wrong = judged.filter((vector) => judge(vector) !== vector.valid);
  reportPromise(30, {
    figure: `${judged.length - wrong.length} of ${judged.length} collected tax ids and account numbers judged as others do`,
    target: '100 %',
    holds: wrong.length === 0,
  });
  expect(judged.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

it.each<[string, string, TaxIdHolder]>([
  ['AR', '20-05536168-2', 'person'],
  ['AR', '30-50001091-2', 'company'],
  ['BR', '390.533.447-05', 'person'],
  ['br', '16.727.230/0001-97', 'company'],
  ['CL', '12.531.909-2', 'person'],
  ['CL', '76.086.428-5', 'company'],
  ['CO', '900544472-2', 'company'],
  ['MX', 'MAB-930714-8T4', 'company'],
  ['MX', 'BOXW310820HNERXN09', 'person'],
  ['US', '536-90-4399', 'person'],
  ['US', '91-1144442', 'company'],
  ['BR', 'no number', 'person'],
  ['FR', '16.727.230/0001-97', 'person'],
])('in %s, %s belongs to a %s', (country, text, holder) => {
  expect(holderOfTaxId(text, country)).toBe(holder);
});
