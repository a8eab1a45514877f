import { birthRange, exactDay } from '../../entry/birth-range.js';
import { EntryDraft } from '../../entry/entry-draft.js';
import { csvRows } from '../../reading/csv-rows.js';
import { decodedText } from '../../reading/decoded-text.js';
import type { FoundRow } from '../../reading/found-row.js';
import type { ListFile } from '../../reading/list-file.js';
import { type NamedRow, TableColumns } from '../../reading/table-columns.js';
import { schemaOf } from './schemas.js';

const required = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'identifiers', 'dataset'];

/**
 * Reads one row per entry; lists of values are separated by semicolons. The format has no topics: entries with a sanction are sanctioned,
 * others are of interest.
 */
export async function* readSimpleCsv(file: ListFile): AsyncGenerator<readonly FoundRow[]> {
  const isWhole = file.expectedBytes !== null;
  let columns: TableColumns | null = null;
  for await (const rows of csvRows(decodedText(file, 'utf-8'), { name: file.name, delimiter: ',', isWhole })) {
    const found: FoundRow[] = [];
    for (const row of rows)
      if (columns === null) columns = new TableColumns(file.name, row, required, 'is it targets.simple.csv?');
      else found.push(rowOf(columns.named(row), `line ${row.line}`));
    yield found;
  }
}

function rowOf(row: NamedRow | string, at: string): FoundRow {
  if (typeof row === 'string') return { kind: 'unreadable', at, reason: row };
  const id = row.cell('id');
  if (id === '') return { kind: 'unreadable', at, reason: 'has no id' };
  const draft = new EntryDraft(id);
  draft.schema = schemaOf(row.cell('schema'));
  draft.source = row.cell('dataset') || null;
  draft.listedOn = exactDay(row.cell('first_seen').slice(0, 10));
  draft.addReferent(id);
  draft.addName(row.cell('name'), 'primary');
  for (const name of listOf(row.cell('aliases'))) draft.addName(name, 'alias');
  for (const birth of listOf(row.cell('birth_date'))) draft.addBirth(birthRange(birth));
  for (const country of listOf(row.cell('countries'))) draft.addCountry(country);
  for (const number of listOf(row.cell('identifiers'))) draft.addIdentifier('other', number);
  for (const program of listOf(row.cell('program_ids'))) draft.addProgram(program);
  draft.addTopic(row.cell('sanctions') === '' && row.cell('program_ids') === '' ? 'poi' : 'sanction');
  return { kind: 'draft', draft, at };
}

const listOf = (cell: string): readonly string[] => cell.split(';').filter((value) => value.trim() !== '');
