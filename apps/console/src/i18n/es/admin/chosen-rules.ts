import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const chosenRules: AdminMessages['chosenRules'] = {
  owner: 'Responsable',
  title: 'Reglas seleccionadas',
  count: (count) => `${count} ${plural('es', count, 'regla seleccionada', 'reglas seleccionadas')}`,
  dryRun: 'Simular juntas',
  export: 'Exportar como texto',
  clear: 'Quitar la selección',
  none: 'ninguna regla seleccionada',
  ask: { shadow: 'Ejecutar en sombra …', inactive: 'Desactivar …' },
  titles: {
    shadow: (count) => `Ejecutar ${count} ${plural('es', count, 'regla', 'reglas')} en sombra`,
    inactive: (count) => `Desactivar ${count} ${plural('es', count, 'regla', 'reglas')}`,
  },
  now: { shadow: 'Ejecutar en sombra', inactive: 'Desactivar' },
  tells: {
    shadow: 'Sus versiones más nuevas se evalúan y se cuentan, sin decidir nada.',
    inactive: 'Dejan de decidir. Deshacer reactiva el conjunto de reglas actual.',
  },
  changed: {
    shadow: (count) => `${count} ${plural('es', count, 'regla está', 'reglas están')} en sombra`,
    inactive: (count) => `${count} ${plural('es', count, 'regla desactivada', 'reglas desactivadas')}`,
  },
  waiting: (count) => `${count} ${plural('es', count, 'regla pendiente', 'reglas pendientes')} de una segunda persona`,
  refused: (count) => `No se cambió nada por ${count} ${plural('es', count, 'regla', 'reglas')}:`,
  leaveOut: 'Dejar estas fuera',
};
