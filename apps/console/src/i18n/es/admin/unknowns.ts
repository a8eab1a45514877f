import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const unknowns: AdminMessages['unknowns'] = {
  title: 'Qué la deja indeterminada',
  tells:
    'Valores que pueden faltar en un registro. Una regla que necesita uno de ellos no puede dispararse ni descartarse.',
  nothing: 'Nada: todo valor que necesita está siempre presente.',
  sample: (count, age) => `Medido en los ${count} registros más nuevos de los últimos 30 días, ${age}`,
  noSample: 'No hay registros de los últimos 30 días para medir, o ninguno que usted pueda leer.',
  columns: { field: 'Campo', cause: 'Por qué', share: 'Registros' },
  causes: {
    missing: 'el registro no lo tiene',
    missing_key: 'falta en el registro el valor necesario para la consulta',
    not_screened: 'todavía no se verificó en listas',
    empty_window: 'no hay registros anteriores en la ventana de tiempo',
    not_in_data: 'los datos de referencia no lo tienen',
    no_operational_hours: 'la parte no tiene horario de atención',
    empty_text: 'el texto está vacío',
    type: 'el valor es de otro tipo',
    no_rate: 'no hay tipo de cambio para ese día',
    division_by_zero: 'hay una división por cero',
    out_of_domain: 'la función no tiene resultado para ese valor',
    overflow: 'el número es demasiado grande',
    too_many_rows: 'demasiados registros en la ventana de tiempo',
    too_many_nodes: 'demasiados propietarios vinculados',
    too_long: 'el texto es demasiado largo',
    list_unavailable: 'la lista ya no existe o está inactiva',
    source_unavailable: 'la fuente de los datos no respondió',
    no_calendar: 'no hay calendario de feriados',
  },
  policies: {
    ignore: 'Si queda indeterminada, cuenta como sin disparo (unknown ignore).',
    review: 'Si queda indeterminada, pide una revisión (unknown review).',
    hit: 'Si queda indeterminada, cuenta como disparo (unknown hit).',
  },
  runs: (unknowns, runs, share) =>
    `En los últimos 14 días quedó indeterminada en ${unknowns} de ${runs} ejecuciones (${share}).`,
  noRuns: 'No se ejecutó en los últimos 14 días.',
  newest: 'Decisiones más nuevas en que quedó indeterminada',
  noneFound: 'No hay una decisión así.',
  all: 'Todos los pagos en que quedó indeterminada',
  of: (field) => `(${field})`,
  moreCauses: (count) => `y ${count} ${plural('es', count, 'causa', 'causas')} más`,
  records: { transaction: 'Pago', person: 'Persona', company: 'Empresa', user_event: 'Evento de usuario' },
};
