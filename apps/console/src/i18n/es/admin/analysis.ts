import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const analysis: AdminMessages['analysis'] = {
  is: (field, value) => `${field} es ${value}`,
  operators: {
    eq: 'exactamente',
    gt: 'más de',
    gte: 'al menos',
    in: 'uno de',
    lt: 'menos de',
    lte: 'como máximo',
    neq: 'distinto de',
  },
  nothing: 'nada',
  more: (count) => `y ${count} más`,
  counts: (score) => `Suma ${score}.`,
  party: (type, status, risk) => `${type}, entonces: ${status}, puntaje de riesgo ${risk}.`,
  again: (count, last) => `Se repitió ${plural('es', count, 'una vez', `${count} veces`)}, la última ${last}.`,
};
