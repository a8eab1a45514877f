import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const why: AdminMessages['why'] = {
  unknown: 'indefinido:',
  inWindow: (count) => `${count} na janela`,
  newestRows: (shown, all) => `Os ${shown} mais novos de ${all}`,
  skippedRows: (count) =>
    plural('pt', count, 'Falta em 1 registro o que se pede', `Falta em ${count} registros o que se pede`),
  columns: { when: 'Quando', value: 'Valor', counts: 'Conta' },
  counts: { true: 'contado', false: 'deixado de fora', unknown: 'indefinido' },
  thisRecord: 'este registro',
  openRecord: 'Por quê',
  reads: (count) => `${count} ${plural('pt', count, 'consulta', 'consultas')}`,
  noAnswer: 'sem resposta',
  listThen: (revision) => `lista, revisão ${revision}`,
  rates: (count) => `${count} ${plural('pt', count, 'cotação', 'cotações')}`,
  noRate: 'sem cotação',
  isCut: 'As partes abaixo não são mostradas.',
};
