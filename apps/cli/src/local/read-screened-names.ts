import type { EntrySchema, ScreenedParty } from '@tamis/screening';
import { failure, ok, type Result } from '@tamis/stdx';
import { birthRange, countryCode } from '@tamis/watchlists';
import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { failureReason } from '../input/find-files.js';
import type { PartyRow, RowProblem } from '../output/screened-names.js';
import { failureProblem, type Problem, usageProblem } from '../problem.js';

export interface NameColumns {
  readonly nameColumn?: string;
  readonly countryColumn?: string;
  readonly dateColumn?: string;
}

export interface NamesOfFile {
  readonly rows: readonly PartyRow[];
  readonly problems: readonly RowProblem[];
}

const maxFileBytes = 512 * 1024 * 1024;

/** Returns the parties of a CSV file. A row that cannot be read is reported and does not stop the others. */
export async function readScreenedNames(
  file: string,
  columns: NameColumns,
  schema: EntrySchema | null,
  io: CliIo,
): Promise<Result<NamesOfFile, Problem>> {
  try {
    const bytes = file === '-' ? await io.readStdin(maxFileBytes) : readFileSync(resolve(io.cwd, file));
    if (bytes.length > maxFileBytes) return failure(failureProblem(`${file}: larger than 512 MiB; split it`));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const rows = rowsOf(text);
    const [heading] = rows;
    if (heading === undefined)
      return failure(failureProblem(`${file}: is empty; it needs a header row and a row for each name`));
    const places = placesOf(heading, columns);
    if (!places.ok) return failure(usageProblem(`${file}: ${places.error}`));
    return ok(partiesOf(rows, places.value, schema));
  } catch (error) {
    const reason = error instanceof TypeError ? 'not UTF-8 text' : failureReason(error);
    return failure(failureProblem(`${file}: ${reason}`));
  }
}

/** Semicolons are the separator if the heading has no comma, because spreadsheets of many countries write them. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const heading = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  const delimiter = heading.includes(';') && !heading.includes(',') ? ';' : ',';
  return parse(text, { delimiter, bom: true, trim: true, relax_column_count: true });
}

interface Places {
  readonly name: number;
  readonly country: number | null;
  readonly date: number | null;
}

function placesOf(heading: readonly string[], columns: NameColumns): Result<Places, string> {
  const known = heading.map((column) => column.toLowerCase());
  const placeOf = (column: string): number => known.indexOf(column.toLowerCase());
  const asked = [columns.nameColumn, columns.countryColumn, columns.dateColumn];
  const missing = asked.find((column) => column !== undefined && placeOf(column) < 0);
  if (missing !== undefined)
    return failure(
      `there is no column \`${missing}\`; there are ${heading.map((column) => `\`${column}\``).join(', ')}`,
    );
  const { nameColumn, countryColumn, dateColumn } = columns;
  return ok({
    name: nameColumn === undefined ? Math.max(0, placeOf('name')) : placeOf(nameColumn),
    country: countryColumn === undefined ? null : placeOf(countryColumn),
    date: dateColumn === undefined ? null : placeOf(dateColumn),
  });
}

function partiesOf(rows: readonly (readonly string[])[], places: Places, schema: EntrySchema | null): NamesOfFile {
  const parties: PartyRow[] = [];
  const problems: RowProblem[] = [];
  for (const [index, cells] of rows.entries()) {
    if (index === 0 || cells.every((cell) => cell === '')) continue;
    const party = partyOf(cells, places, schema);
    if (typeof party === 'string') problems.push({ row: index + 1, message: party });
    else parties.push({ row: index + 1, party });
  }
  return { rows: parties, problems };
}

/** Returns a party, or why the row is not valid. */
function partyOf(cells: readonly string[], places: Places, schema: EntrySchema | null): ScreenedParty | string {
  const [name, country, date] = [places.name, places.country, places.date].map((place) =>
    place === null ? '' : (cells[place] ?? ''),
  ) as [string, string, string];
  if (!/[\p{L}\p{N}]/u.test(name)) return 'has no name';
  const code = country === '' ? null : countryCode(country);
  if (country !== '' && code === null)
    return `\`${country}\` is not a country; write its code (\`BR\`) or its English name`;
  const birth = date === '' ? null : birthRange(date);
  if (date !== '' && birth === null) return `\`${date}\` is not a date; write \`1970-05-31\`, \`1970-05\` or \`1970\``;
  return {
    ...{ schema, names: [name], gender: null, identifiers: [] },
    births: birth === null ? [] : [birth],
    countries: code === null ? [] : [code],
  };
}
