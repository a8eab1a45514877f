import { exactDay } from '../../entry/birth-range.js';
import type { EntryDraft } from '../../entry/entry-draft.js';
import type { EntrySchema } from '../../entry.js';
import type { NamedRow } from '../../reading/table-columns.js';
import { readBrazilianCsv } from './portal-csv.js';

const schemas = new Map<string, EntrySchema>([
  ['F', 'person'],
  ['J', 'company'],
]);

/** One row per office that a person holds or held. */
export const readPepCsv = readBrazilianCsv({
  required: ['CPF', 'Nome_PEP', 'Descrição_Função', 'Nome_Órgão'],
  identity: (row) => ({ number: row.cell('CPF'), name: row.cell('Nome_PEP') }),
  addRow(draft: EntryDraft, row: NamedRow): void {
    draft.schema = 'person';
    draft.source = 'Portal da Transparência, PEP';
    draft.addTopic('pep');
    draft.addProgram([row.cell('Descrição_Função'), row.cell('Nome_Órgão')].filter((text) => text !== '').join(', '));
    keepEarliest(draft, row.cell('Data_Início_Exercício'));
  },
});

/** One row per sanction. */
export const readCeisCsv = readBrazilianCsv({
  required: ['TIPO DE PESSOA', 'CPF OU CNPJ DO SANCIONADO', 'NOME DO SANCIONADO'],
  identity: (row) => ({ number: row.cell('CPF OU CNPJ DO SANCIONADO'), name: row.cell('NOME DO SANCIONADO') }),
  addRow(draft: EntryDraft, row: NamedRow): void {
    draft.schema = schemas.get(row.cell('TIPO DE PESSOA')) ?? 'other';
    draft.source = 'Portal da Transparência, CEIS';
    draft.addTopic('debarment');
    for (const column of ['RAZÃO SOCIAL - CADASTRO RECEITA', 'NOME FANTASIA - CADASTRO RECEITA'])
      draft.addName(row.cell(column), 'alias');
    draft.addProgram(row.cell('FUNDAMENTAÇÃO LEGAL').slice(0, 200));
    keepEarliest(draft, row.cell('DATA INÍCIO SANÇÃO'));
  },
});

/** Keeps the earliest day of all rows. */
function keepEarliest(draft: EntryDraft, text: string): void {
  const day = exactDay(text);
  if (day !== null && (draft.listedOn === null || day < draft.listedOn)) draft.listedOn = day;
}
