import { EntryDraft } from '../../entry/entry-draft.js';
import { KeptDrafts } from '../../reading/kept-drafts.js';
import type { EntrySchema } from '../../entry.js';
import { csvRows } from '../../reading/csv-rows.js';
import { decodedText } from '../../reading/decoded-text.js';
import type { FormatReader, FoundRow } from '../../reading/found-row.js';
import type { ListFile } from '../../reading/list-file.js';
import { ListFormatError } from '../../reading/list-format-error.js';
import { markList, nonSdnList, type OfacList, ofacId, sdnList } from './ofac-list.js';
import { addRemarks } from './remarks.js';

/** The four tables of one list. None has a header. */
export interface OfacTables {
  readonly main: string;
  readonly aliases: string;
  readonly addresses: string;
  readonly comments: string;
}

export const sdnTables: OfacTables = {
  main: 'sdn.csv',
  aliases: 'alt.csv',
  addresses: 'add.csv',
  comments: 'sdn_comments.csv',
};
export const nonSdnTables: OfacTables = {
  main: 'cons_prim.csv',
  aliases: 'cons_alt.csv',
  addresses: 'cons_add.csv',
  comments: 'cons_comments.csv',
};

const mainColumns = 12;
const schemas = new Map<string, EntrySchema>([
  ['individual', 'person'],
  ['vessel', 'vessel'],
  ['aircraft', 'aircraft'],
  ['', 'company'],
]);

interface OfacRow {
  readonly at: string;
  readonly cells: readonly string[];
}

export const readCsvSet: FormatReader = async function* (files) {
  const marks: boolean[] = [];
  yield* readTables(files, sdnTables, sdnList, marks);
  yield* readTables(files, nonSdnTables, nonSdnList, marks);
  if (marks.every((mark) => mark)) yield [{ kind: 'end_mark' }];
};

/** Reads the secondary tables first: they contain less, and each row of the main table then completes an entry. */
async function* readTables(
  files: ReadonlyMap<string, ListFile>,
  tables: OfacTables,
  list: OfacList,
  marks: boolean[],
): AsyncGenerator<readonly FoundRow[]> {
  const drafts = new KeptDrafts(tables.main);
  const change = (number: string, make: (draft: EntryDraft) => void): void => drafts.change(ofacId(list, number), make);
  const sideRows = [
    {
      name: tables.aliases,
      columns: 5,
      add: ([number = '', , , name = '']: readonly string[]) =>
        change(number, (draft) => draft.addName(givenFirst(name), 'alias')),
    },
    {
      name: tables.addresses,
      columns: 6,
      add: ([number = '', , , , country = '']: readonly string[]) =>
        change(number, (draft) => draft.addCountry(country)),
    },
    {
      name: tables.comments,
      columns: 2,
      add: ([number = '', comment = '']: readonly string[]) => change(number, (draft) => addRemarks(draft, comment)),
    },
  ];
  for (const { name, columns, add } of sideRows)
    for await (const rows of tableRows(fileOf(files, name), columns, marks)) {
      yield rows.filter((row) => 'kind' in row);
      for (const row of rows) if (!('kind' in row)) add(row.cells);
    }
  for await (const rows of tableRows(fileOf(files, tables.main), mainColumns, marks))
    yield rows.map((row) => ('kind' in row ? row : completed(row, drafts, list)));
}

function completed({ at, cells }: OfacRow, drafts: KeptDrafts, list: OfacList): FoundRow {
  const [number = '', name = '', type = '', program = ''] = cells;
  const schema = schemas.get(type.toLowerCase());
  if (schema === undefined)
    return { kind: 'unreadable', at, reason: `has the type \`${type.slice(0, 40)}\`, which is not known` };
  const id = ofacId(list, number);
  const draft = drafts.find(id) ?? new EntryDraft(id);
  draft.schema = schema;
  markList(draft, list, number);
  draft.addName(schema === 'person' ? givenFirst(name) : name, 'primary');
  for (const each of program.split(/\]\s*\[|;/)) draft.addProgram(each.replaceAll(/[[\]]/g, ''));
  if (schema === 'vessel') draft.addCountry(cells[9] ?? '');
  addRemarks(draft, cells[11] ?? '');
  return { kind: 'draft', draft, at };
}

async function* tableRows(
  file: ListFile,
  columns: number,
  marks: boolean[],
): AsyncGenerator<readonly (OfacRow | FoundRow)[]> {
  let hasMark = false;
  const isWhole = file.expectedBytes !== null;
  for await (const rows of csvRows(decodedText(file, 'utf-8'), { name: file.name, delimiter: ',', isWhole }))
    yield rows.flatMap(({ line, cells }): readonly (OfacRow | FoundRow)[] => {
      const at = `${file.name} line ${line}`;
      // Old programs end a text with this character, and so do these tables.
      if (cells.length === 1 && cells[0] === '\u001a') hasMark = true;
      else if (hasMark) throw new ListFormatError(file.name, `line ${line}: goes on after its end`);
      else if (cells.length !== columns)
        return [{ kind: 'unreadable', at, reason: `has ${cells.length} cells in place of ${columns}` }];
      else if (!/^\d+$/.test(cells[0]?.trim() ?? ''))
        return [{ kind: 'unreadable', at, reason: 'begins with no number' }];
      else return [{ at, cells: cells.map(valueOf) }];
      return [];
    });
  marks.push(hasMark);
}

/** Names of people are written as `FAMILY, Given`. In names of companies a comma is followed by a legal form, which may also come first. */
const givenFirst = (name: string): string => name.replace(/^([^,]+), ([^,]+)$/, '$2 $1');

/** `-0-` means that there is no value. */
const valueOf = (cell: string): string => (cell.trim() === '-0-' ? '' : cell.trim());

function fileOf(files: ReadonlyMap<string, ListFile>, name: string): ListFile {
  const file = files.get(name);
  if (!file) throw new ListFormatError(name, 'missing; all tables of a list are needed');
  return file;
}
