import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const chosenRules: AdminMessages['chosenRules'] = {
  title: 'Reglas elegidas',
  count: (count) => `${count} ${plural('es', count, 'regla elegida', 'reglas elegidas')}`,
  dryRun: 'Simular juntas',
  export: 'Exportar como texto',
  clear: 'Quitar la selección',
  none: 'ninguna regla elegida',
  ask: { shadow: 'Ejecutar en sombra …', inactive: 'Desactivar …' },
  titles: {
    shadow: (count) => `Ejecutar ${count} ${plural('es', count, 'regla', 'reglas')} en sombra`,
    inactive: (count) => `Desactivar ${count} ${plural('es', count, 'regla', 'reglas')}`,
  },
  now: { shadow: 'Ejecutar en sombra', inactive: 'Desactivar' },
  tells: {
    shadow: 'Sus versiones más nuevas se evalúan y se cuentan, sin decidir nada.',
    inactive: 'Ya no deciden nada. Deshacer pone otra vez en vigor el conjunto de ahora.',
  },
  changed: {
    shadow: (count) => `${count} ${plural('es', count, 'regla va', 'reglas van')} en sombra`,
    inactive: (count) => `${count} ${plural('es', count, 'regla desactivada', 'reglas desactivadas')}`,
  },
  waiting: (count) => `${count} ${plural('es', count, 'espera', 'esperan')} a una segunda persona`,
  refused: (count) => `${count} ${plural('es', count, 'regla no cambió', 'reglas no cambiaron')}:`,
};
