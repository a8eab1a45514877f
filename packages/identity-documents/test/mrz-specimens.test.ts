import { checkDigitOf, checkMrz, type MrzFormat } from '@tamis/identity-documents';

import { icaoSpecimens, nationalSpecimens } from './support/specimens.js';

const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<'];
/** ICAO 9303-3, section 4.9, from the table of the standard rather than with our code. */
const valueOf = (character: string): number => (character === '<' ? 0 : Number.parseInt(character, 36));

/** Positions covered by a check digit, counted from 1, as shown in the parts of the standard. */
const checked: Partial<Record<MrzFormat, readonly (readonly [line: number, from: number, to: number])[]>> = {
  TD1: [
    [1, 6, 30],
    [2, 1, 7],
    [2, 9, 15],
    [2, 19, 30],
  ],
  TD2: [
    [2, 1, 10],
    [2, 14, 20],
    [2, 22, 36],
  ],
  TD3: [
    [2, 1, 10],
    [2, 14, 20],
    [2, 22, 44],
  ],
  MRV_A: [
    [2, 1, 10],
    [2, 14, 20],
    [2, 22, 28],
  ],
  MRV_B: [
    [2, 1, 10],
    [2, 14, 20],
    [2, 22, 28],
  ],
};

interface Slip {
  readonly line: number;
  readonly column: number;
  readonly printed: string;
  readonly typed: string;
}

/** Generates every single-character error at positions covered by a check digit. */
function* slipsIn(lines: readonly string[], format: MrzFormat): Generator<Slip> {
  for (const [line, from, to] of checked[format]!)
    for (let column = from; column <= to; column += 1) {
      const printed = lines[line - 1]!.charAt(column - 1);
      for (const typed of characters) if (typed !== printed) yield { line, column, printed, typed };
    }
}

const withSlip = (lines: readonly string[], { line, column, typed }: Slip): readonly string[] =>
  lines.map((text, index) => (index + 1 === line ? text.slice(0, column - 1) + typed + text.slice(column) : text));

const sayMissed = ({ line, column, printed, typed }: Slip): string => `${line}:${column} ${printed} as ${typed}`;

describe('ICAO 9303 specimens', () => {
  test.each([...icaoSpecimens, ...nationalSpecimens])('$source is read correctly', ({ format, lines, fields }) => {
    expect(checkMrz(lines)).toEqual({ format, fields, problems: [], suggestion: null });
  });

  test('the check digits match the worked examples of part 3', () => {
    expect(checkDigitOf('520727')).toBe('3');
    expect(checkDigitOf('AB2134<<<')).toBe('5');
    expect(checkDigitOf('HA672242<658022549601086<<<<<<<<<<<<<<0')).toBe('8');
  });

  test.each(icaoSpecimens)(
    'each wrong character of $source is detected, except those with the same check digit',
    (specimen) => {
      const slips = [...slipsIn(specimen.lines, specimen.format)];
      const missed = slips.filter((slip) => checkMrz(withSlip(specimen.lines, slip)).problems.length === 0);
      const alike = missed.filter(({ printed, typed }) => (valueOf(printed) - valueOf(typed)) % 10 === 0);
      expect(missed.map(sayMissed)).toEqual(alike.map(sayMissed));
      expect(missed).toHaveLength(specimen.undetectable);
      expect(slips.length).toBeGreaterThan(36 * 20);
    },
  );

  test.each(['0AKU<', '1BLV', '2CMW', '3DNX', '4EOY', '5FPZ', '6GQ', '7HR', '8IS', '9JT'])(
    'the characters %s have the same check digit',
    (alike) => {
      const digits = [...alike].map((character) => checkDigitOf(character));
      expect(new Set(digits).size).toBe(1);
      expect(new Set([...alike].map((character) => valueOf(character) % 10)).size).toBe(1);
    },
  );

  test('an error that the check digit cannot reveal is still rejected in a date field', () => {
    const passport = icaoSpecimens[0]!;
    const slip = { line: 2, column: 15, printed: '4', typed: 'E' };
    expect(checkMrz(withSlip(passport.lines, slip)).problems).toEqual([
      expect.objectContaining({ field: 'birthDate', line: 2, column: 14, length: 6, isWeighted: true }),
    ]);
  });

  test('digits are suggested for lookalike letters but not substituted', () => {
    const [first, second] = icaoSpecimens[0]!.lines as [string, string];
    const typed = [first, second.replace('740812', '74O8I2')];
    const { fields, problems, suggestion } = checkMrz(typed);
    expect(fields.birthDate).toBe('74O8I2');
    expect(problems).toHaveLength(1);
    expect(suggestion).toEqual([first, second]);
  });

  test('letters are suggested for lookalike digits in names', () => {
    const [first, second] = icaoSpecimens[0]!.lines as [string, string];
    expect(checkMrz([first.replace('ERIKSSON', 'ERIK550N'), second]).suggestion).toEqual([first, second]);
  });

  test('an error that no lookalike substitution repairs has no suggestion', () => {
    const [first, second] = icaoSpecimens[0]!.lines as [string, string];
    expect(checkMrz([first, second.replace('740812', '740813')]).suggestion).toBeNull();
  });
});
