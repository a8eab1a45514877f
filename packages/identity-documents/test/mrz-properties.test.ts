import { checkMrz, readMrz } from '@tamis/identity-documents';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import { anyZone } from './support/zones.js';

const anyLine = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'ABPVI0123456789<'), minLength: 28, maxLength: 46 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
);

describe('Machine-readable zones of generated documents', () => {
  test('a printed zone is read correctly by both readers', () => {
    fc.assert(
      fc.property(anyZone, ({ format, lines, expected }) => {
        const check = checkMrz(lines);
        expect(check).toMatchObject({ format, problems: [] });
        expect(check.fields).toMatchObject(expected);
      }),
      propertyRuns(4_000),
    );
  });

  test('typed spaces and lower-case letters do not change the result', () => {
    fc.assert(
      fc.property(anyZone, ({ lines }) => {
        const typed = lines.map((line) => ` ${line.toLowerCase().slice(0, 5)} ${line.toLowerCase().slice(5)}\t`);
        expect(checkMrz(typed)).toEqual(checkMrz(lines));
      }),
      propertyRuns(500),
    );
  });

  test('every typing error found by the second reader is also found by our reader alone', () => {
    fc.assert(
      fc.property(
        anyZone,
        fc.nat(1),
        fc.nat(43),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<'),
        (zone, line, column, typed) => {
          const lines = zone.lines.map((text, index) =>
            index === line && column < text.length ? text.slice(0, column) + typed + text.slice(column + 1) : text,
          );
          expect(checkMrz(lines).problems).toEqual(readMrz(lines).problems);
        },
      ),
      propertyRuns(4_000),
    );
  });

  test('arbitrary input returns its problems and their positions', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 5 }), (lines) => {
        const { format, problems } = checkMrz(lines);
        if (format === null) expect(problems).toHaveLength(1);
        for (const { line, column = 1, message } of problems) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual(44);
          expect(message).not.toBe('');
        }
      }),
      propertyRuns(4_000),
    );
  });

  test.each([
    [[], 'lines', 1, /one to three lines, not 0/],
    [['A', 'B', 'C', 'D'], 'lines', 1, /not 4/],
    [['P<UTO', 'L8'], 'lines', 1, /Line 1 has 5 characters; each line has 36 or 44/],
    [
      ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<1'],
      'lines',
      2,
      /Line 2 has 43 characters/,
    ],
    [['X'.repeat(45), 'L8'], 'lines', 1, /more than 44 characters/],
    [
      ['P<UTOÉRIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
      'lines',
      1,
      /A to Z/,
    ],
    [
      ['Q<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
      'documentCode',
      1,
      /starts with Q</,
    ],
  ] as const)('%j is rejected', (lines, field, line, message) => {
    expect(checkMrz(lines)).toEqual({
      ...{ format: null, fields: {}, suggestion: null },
      problems: [expect.objectContaining({ field, line, message: expect.stringMatching(message) })],
    });
  });
});
