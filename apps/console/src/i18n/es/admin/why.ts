import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const why: AdminMessages['why'] = {
  unknown: 'indefinido:',
  inWindow: (count) => `${count} en la ventana`,
  newestRows: (shown, all) => `Los ${shown} más nuevos de ${all}`,
  skippedRows: (count) =>
    plural('es', count, 'A 1 registro le falta lo que se pide', `A ${count} registros les falta lo que se pide`),
  columns: { when: 'Cuándo', value: 'Valor', counts: 'Cuenta' },
  counts: { true: 'contado', false: 'dejado fuera', unknown: 'indefinido' },
  thisRecord: 'este registro',
  openRecord: 'Por qué',
  reads: (count) => `${count} ${plural('es', count, 'consulta', 'consultas')}`,
  noAnswer: 'sin respuesta',
  listThen: (revision) => `lista, revisión ${revision}`,
  rates: (count) => `${count} ${plural('es', count, 'cotización', 'cotizaciones')}`,
  noRate: 'sin cotización',
  isCut: 'Las partes de abajo no se muestran.',
};
