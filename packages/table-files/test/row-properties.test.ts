import { pipeline, Readable } from 'node:stream';

import { csvText } from '@tamis/stdx';
import { wholeOrPart } from '@tamis/testkit';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import { CsvError, parse } from 'csv-parse';
import { array, asyncProperty, constantFrom, integer, jsonValue, string, stringMatching, assert } from 'fast-check';

import { csvRows, jsonLineRows, jsonRows } from '../src/index.js';

jest.setTimeout(propertyTimeoutMs);

/** Pieces of a few bytes each: the result must not depend on how the file arrives. */
const piecesOf = (text: string, bytes: number): readonly Uint8Array[] => {
  const all = Buffer.from(text);
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, n) => all.subarray(n * bytes, (n + 1) * bytes));
};

const all = async <T>(rows: AsyncIterable<T> | Iterable<T>): Promise<readonly T[]> => {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
};

type Row = readonly [line: number, cells: readonly string[]];

/** Reads rows with the parser alone, without the checks. */
async function plainRows(text: string, delimiter: string): Promise<readonly Row[] | null> {
  const rows = parse({ bom: true, info: true, skip_empty_lines: true, relax_column_count: true, delimiter });
  pipeline(Readable.from([text]), rows, () => undefined);
  const found: Row[] = [];
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      if (record.some((cell) => cell !== '')) found.push([info.lines, record]);
    return found;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

async function guardedRows(text: string, delimiter: ',' | ';', bytes: number): Promise<readonly Row[] | null> {
  try {
    const rows = await all(csvRows(piecesOf(text, bytes), { delimiter }));
    return rows.map(({ line, cells }) => [line, cells]);
  } catch (error) {
    expect(String(error)).toContain('not CSV');
    return null;
  }
}

const tableText = array(constantFrom('a', 'é', '1', ',', ';', '"', '""', '\n', '\r\n', '\r', ' ', 'x y', '\0', '😀'), {
  maxLength: 40,
}).map((parts) => parts.join(''));
const bytes = integer({ min: 1, max: 9 });

describe('file rows', () => {
  it('equal those of the plain parser for any table text', () =>
    assert(
      asyncProperty(tableText, constantFrom(',', ';'), bytes, async (text, delimiter, size) => {
        expect(await guardedRows(text, delimiter, size)).toEqual(await plainRows(text, delimiter));
      }),
      propertyRuns(wholeOrPart(5_000, 1_000)),
    ));

  it('promise 19: are read as they were printed', () =>
    assert(
      asyncProperty(
        array(array(string({ unit: 'binary', maxLength: 8 }), { minLength: 2, maxLength: 4 }), {
          minLength: 1,
          maxLength: 5,
        }),
        bytes,
        async (drawn, size) => {
          const table = drawn.map((row) => row.map((cell) => cell.toWellFormed()));
          // Rows without any content are skipped.
          const kept = table.filter((row) => row.some((cell) => cell !== ''));
          const [head = [], ...rows] = kept;
          const read = await all(csvRows(piecesOf(csvText(head, rows), size), { delimiter: ',' }));
          const asText = (cell: string): string => (/^[=+\-@\t\r\n\0]/.test(cell) ? `'${cell}` : cell);
          const first = (cells: readonly string[], n: number): readonly string[] =>
            n === 0 ? [cells[0]!.replace(/^\ufeff/, ''), ...cells.slice(1)] : cells;
          expect(read.map(({ cells }, n) => first(cells, n))).toEqual(kept.map((row, n) => first(row.map(asText), n)));
          for (const { cells } of read) for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n\0]/);
        },
      ),
      propertyRuns(wholeOrPart(10_000, 2_000)),
    ));

  const space = stringMatching(/^[ \n\t]{0,3}$/);

  it('are the elements of a JSON array, however it is spelled', () =>
    assert(
      asyncProperty(
        array(jsonValue(), { maxLength: 5 }),
        array(space, { minLength: 5, maxLength: 5 }),
        bytes,
        async (values, spaces, size) => {
          const [a, b, c, d, e] = spaces as [string, string, string, string, string];
          const list = `${a}[${values.map((value) => `${b}${JSON.stringify(value, null, c)}${d}`).join(',')}]${e}`;
          const array = { member: 'rows', noun: 'rows' } as const;
          const parsed = async (text: string): Promise<unknown> =>
            (await all(jsonRows(piecesOf(text, size), array))).map((row) => JSON.parse(row.text) as unknown);
          const expected = JSON.parse(list) as unknown;
          expect(await parsed(list)).toEqual(expected);
          expect(await parsed(`{"a":{"rows":[1]},"b":[[2]],${a}"rows"${b}:${list},"c":[3]}`)).toEqual(expected);
          const [place = 0] = spaces.map((each) => each.length);
          const wrong = list.slice(0, place) + list.slice(place + 1);
          const isJson = ((): boolean => {
            try {
              return Array.isArray(JSON.parse(wrong));
            } catch {
              return false;
            }
          })();
          const outcome = await parsed(wrong).catch((error: unknown) => String(error));
          if (isJson) expect(outcome).toEqual(JSON.parse(wrong));
          else expect(outcome).toMatch(/not JSON|must hold/);
        },
      ),
      propertyRuns(wholeOrPart(2_000, 1_000)),
    ));

  it('are lines of JSON, each with its number', () =>
    assert(
      asyncProperty(array(jsonValue(), { maxLength: 6 }), bytes, async (values, size) => {
        const texts = values.map((value) => JSON.stringify(value));
        const rows = await all(jsonLineRows(piecesOf(`\n${texts.join('\n\n')}\r\n`, size)));
        const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
        expect(rows).toEqual(
          texts.map((text, n) => {
            const problem = isObject(values[n]) ? null : 'is not JSON';
            return { line: 2 * n + 2, text: problem === null ? text : '', problem };
          }),
        );
      }),
      propertyRuns(1_000),
    ));
});
