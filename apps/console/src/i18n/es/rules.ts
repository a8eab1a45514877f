import type { Messages } from '../en/index.js';
import { plural } from '../en/plural.js';

export const rules: Messages['rules'] = {
  parameters: 'Parámetros',
  thresholdLab: 'Laboratorio de umbrales',
  health: 'Salud',
  title: 'Reglas',
  inForce: (set, count) => `El conjunto ${set} está en vigor con ${count} ${plural('es', count, 'regla', 'reglas')}`,
  noneInForce: 'Ninguna regla está en vigor',
  create: 'Nueva regla',
  search: 'Clave o nombre',
  status: 'Estado',
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
    score: 'Puntos',
    hits: 'Aciertos',
    hitRate: 'Tasa de aciertos',
    precision: 'Precisión',
    unknown: 'Indefinida',
    time: 'Tiempo',
  },

  more: 'Más sobre las reglas',
  paused: 'la guarda saltó',
  staged: (version) => `la versión ${version} espera`,
  withoutFigures: 'No se pudieron leer las cifras de las reglas.',
  empty: 'Todavía no hay reglas',
  emptyTells: 'Una regla dice en palabras cuándo se detiene o se mira un pago. Empiece con un ejemplo y cámbielo.',
  emptyStart: 'Empezar con un ejemplo',
  nothingFound: 'Ninguna regla es como dicen los filtros',
  notYet: '–',
};
