import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const analysis: AdminMessages['analysis'] = {
  is: (field, value) => `${field} é ${value}`,
  operators: {
    eq: 'exatamente',
    gt: 'mais de',
    gte: 'pelo menos',
    in: 'um de',
    lt: 'menos de',
    lte: 'no máximo',
    neq: 'diferente de',
  },
  nothing: 'nada',
  more: (count) => `e mais ${count}`,
  counts: (score) => `Soma ${score}.`,
  party: (type, status, risk) => `${type}, na época: ${status}, pontuação de risco ${risk}.`,
  again: (count, last) => `Repetiu-se ${plural('pt', count, 'uma vez', `${count} vezes`)}, a última ${last}.`,
};
