import { hash } from 'node:crypto';

import { cleanNumber, cleanText, type EntryDraft } from '../../entry/entry-draft.js';
import { brazilianScheme } from '../../entry/identifier-scheme.js';
import { KeptDrafts } from '../../reading/kept-drafts.js';
import { csvRows } from '../../reading/csv-rows.js';
import { decodedText } from '../../reading/decoded-text.js';
import type { FoundRow } from '../../reading/found-row.js';
import type { ListFile } from '../../reading/list-file.js';
import { type NamedRow, TableColumns } from '../../reading/table-columns.js';
import { csvPart } from '../../reading/zip-part.js';

interface BrazilianTable {
  readonly required: readonly string[];
  /** Returns what identifies a person across rows: a masked number alone does not. */
  identity(row: NamedRow): { readonly number: string; readonly name: string };
  addRow(draft: EntryDraft, row: NamedRow): void;
}

/** Returns a reader for tables of the Portal da Transparência: `;` and ISO-8859-1, packed or not, several rows per entry. */
export const readBrazilianCsv = (table: BrazilianTable) =>
  async function* (file: ListFile): AsyncGenerator<readonly FoundRow[]> {
    const isPacked = file.name.toLowerCase().endsWith('.zip');
    const part = isPacked ? await csvPart(file) : file;
    const shape = { name: part.name, delimiter: ';', isWhole: isPacked || file.expectedBytes !== null } as const;
    const drafts = new KeptDrafts(part.name);
    let columns: TableColumns | null = null;
    for await (const rows of csvRows(decodedText(part, 'latin1'), shape)) {
      const found: FoundRow[] = [];
      for (const row of rows) {
        if (columns === null) {
          columns = new TableColumns(
            part.name,
            row,
            table.required,
            'the file has to be ISO-8859-1, as it was published',
          );
          continue;
        }
        const named = columns.named(row);
        const reason = typeof named === 'string' ? named : addNamed(table, drafts, named);
        if (reason !== null) found.push({ kind: 'unreadable', at: `line ${row.line}`, reason });
      }
      yield found;
    }
    yield* drafts.rows();
    // The directory at the end of a packed file shows that it is complete.
    if (isPacked) yield [{ kind: 'end_mark' }];
  };

function addNamed(table: BrazilianTable, drafts: KeptDrafts, row: NamedRow): string | null {
  const { number, name } = table.identity(row);
  if (cleanText(name) === '') return 'has no name';
  const digits = cleanNumber(number);
  // Ids appear in addresses and audit events, which must not contain a person's number.
  const id = hash('sha256', `${digits} ${cleanText(name).toUpperCase()}`, 'hex').slice(0, 24);
  drafts.change(id, (draft) => {
    draft.addName(name, 'primary');
    draft.addCountry('BR');
    draft.addIdentifier(brazilianScheme(digits), digits);
    table.addRow(draft, row);
  });
  return null;
}
