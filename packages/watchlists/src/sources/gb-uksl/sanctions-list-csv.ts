import { birthRange, exactDay } from '../../entry/birth-range.js';
import type { EntryDraft } from '../../entry/entry-draft.js';
import { genderOf, unReferent } from '../../entry/identifier-scheme.js';
import { KeptDrafts } from '../../reading/kept-drafts.js';
import type { EntryNameKind, EntrySchema } from '../../entry.js';
import { type CsvRow, csvRows } from '../../reading/csv-rows.js';
import { decodedText } from '../../reading/decoded-text.js';
import type { FoundRow } from '../../reading/found-row.js';
import type { ListFile } from '../../reading/list-file.js';
import { type NamedRow, TableColumns } from '../../reading/table-columns.js';

const required = ['Unique ID', 'UN Reference Number', 'Name 6', 'Name type', 'Designation Type', 'D.O.B'];
const schemas = new Map<string, EntrySchema>([
  ['individual', 'person'],
  ['entity', 'company'],
  ['ship', 'vessel'],
]);

/** Reads one row for each name, address and so on of an entry. Single values of an entry are repeated in each row. */
export async function* readSanctionsListCsv(file: ListFile): AsyncGenerator<readonly FoundRow[]> {
  const isWhole = file.expectedBytes !== null;
  const drafts = new KeptDrafts(file.name);
  let columns: TableColumns | null = null;
  for await (const rows of csvRows(decodedText(file, 'utf-8'), { name: file.name, delimiter: ',', isWhole })) {
    const found: FoundRow[] = [];
    for (const row of rows) {
      const generated = columns === null ? reportDate(row) : null;
      if (generated !== null) found.push({ kind: 'generated', on: generated });
      else if (columns === null) columns = new TableColumns(file.name, row, required, 'is it the UK Sanctions List?');
      else found.push(...rejected(row, columns, drafts));
    }
    yield found;
  }
  yield* drafts.rows();
}

/** `Report Date: 13-Feb-2026` may precede the header. */
const reportDate = (row: CsvRow): string | null =>
  exactDay(/report date:?\s*(.+)/i.exec(row.cells[0] ?? '')?.[1]?.replaceAll('-', ' ') ?? '');

function rejected(row: CsvRow, columns: TableColumns, drafts: KeptDrafts): readonly FoundRow[] {
  const named = columns.named(row);
  const at = `line ${row.line}`;
  if (typeof named === 'string') return [{ kind: 'unreadable', at, reason: named }];
  const id = named.cell('Unique ID');
  if (id === '') return [{ kind: 'unreadable', at, reason: 'has no Unique ID' }];
  drafts.change(id, (draft) => addRow(draft, named));
  return [];
}

function addRow(draft: EntryDraft, row: NamedRow): void {
  draft.schema = schemas.get(row.cell('Designation Type').toLowerCase()) ?? draft.schema;
  draft.source = 'UK Sanctions List';
  draft.gender ??= genderOf(row.cell('Gender'));
  draft.listedOn ??= exactDay(row.cell('Date Designated'));
  draft.addTopic('sanction');
  draft.addProgram(row.cell('Regime Name'));
  draft.addReferent(`gb-fcdo-${draft.id.toLowerCase()}`);
  draft.addReferent(unReferent(row.cell('UN Reference Number')) ?? '');
  if (row.cell('OFSI Group ID') !== '') draft.addReferent(`gb-hmt-${row.cell('OFSI Group ID')}`);
  draft.addName(wholeName(row), nameKind(row));
  draft.addName(row.cell('Name non-latin script'), 'original_script');
  for (const birth of numbered(row.cell('D.O.B'))) draft.addBirth(birthRange(birth));
  for (const column of ['Nationality(/ies)', 'Address Country', 'Country of birth', 'Current believed flag of ship'])
    for (const country of numbered(row.cell(column))) draft.addCountry(country);
  addNumbers(draft, row);
}

const wholeName = (row: NamedRow): string => [1, 2, 3, 4, 5, 6].map((part) => row.cell(`Name ${part}`)).join(' ');

function nameKind(row: NamedRow): EntryNameKind {
  if (/low/i.test(row.cell('Alias strength'))) return 'weak_alias';
  return /^primary name$/i.test(row.cell('Name type')) ? 'primary' : 'alias';
}

function addNumbers(draft: EntryDraft, row: NamedRow): void {
  for (const number of numbered(row.cell('Passport number'))) draft.addIdentifier('passport', number);
  for (const number of numbered(row.cell('National Identifier number'))) draft.addIdentifier('national_id', number);
  for (const number of numbered(row.cell('Business registration number (s)')))
    draft.addIdentifier('registration', number);
  for (const number of numbered(row.cell('IMO number'))) draft.addIdentifier('imo', number);
}

/** A cell may contain several values: `(1) Russia (2) Belarus`, `1. Russia 2. Belarus`, or separated by bars. */
const numbered = (text: string): readonly string[] =>
  text
    .split(/\||\(\d{1,2}\)\s|(?:^|\s)\d{1,2}[.]\s/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
