import type { Messages } from '../en/index.js';
import { plural } from '../en/plural.js';

export const rules: Messages['rules'] = {
  parameters: 'Parámetros',
  thresholdLab: 'Laboratorio de umbrales',
  history: 'Historial',
  files: 'Archivos',
  health: 'Salud',
  title: 'Reglas',
  inForce: (set, count) =>
    `El conjunto de reglas ${set} está vigente con ${count} ${plural('es', count, 'regla', 'reglas')}`,
  noneInForce: 'Ninguna regla está vigente',
  create: 'Nueva regla',
  search: 'Clave o nombre',
  status: 'Estado',
  anyCategory: 'Cualquier categoría',
  anyStatus: 'Cualquier estado',
  statuses: {
    draft: 'borrador',
    in_progress: 'en elaboración',
    in_review: 'en revisión',
    active: 'activa',
    shadow: 'sombra',
    inactive: 'inactiva',
    archived: 'archivada',
  },
  columns: {
    rule: 'Regla',
    category: 'Categoría',
    score: 'Puntaje',
    hits: 'Disparos',
    hitRate: 'Tasa de disparo',
    precision: 'Precisión',
    unknown: 'Indeterminada',
    time: 'Tiempo',
  },

  more: 'Más sobre las reglas',
  paused: 'salvaguarda activada',
  staged: (version) => `la versión ${version} está pendiente`,
  withoutFigures: 'No se pudieron leer las estadísticas de las reglas.',
  empty: 'Todavía no hay reglas',
  emptyTells:
    'Una regla describe en palabras cuándo se retiene o se revisa un pago. Empiece con un ejemplo y modifíquelo.',
  emptyStart: 'Empezar con un ejemplo',
  nothingFound: 'Ninguna regla coincide con los filtros',
  choose: 'Seleccionar',
  hitsPerDay: 'Disparos por día',
  notYet: '–',
};
