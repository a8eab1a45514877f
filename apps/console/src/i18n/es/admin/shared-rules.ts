import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const sharedRules: AdminMessages['sharedRules'] = {
  tells:
    'La organización principal escribió esta regla y la comparte. Aquí es de solo lectura; se modifica allí, donde están sus comentarios y pruebas.',
  decides: 'Una matriz en la que suma está activa aquí, por lo que decide aquí.',
  rests: 'Ninguna matriz en la que suma está activa aquí, por lo que no decide nada aquí.',
  matrix: 'Matriz de riesgo',
  matrices: 'Suma en',
  anyMatrix: 'Cualquier matriz',
  shares: 'La organización principal comparte reglas que no están en ninguna lista de las propias:',
  counted: (name, count) => `${name} · ${count} ${plural('es', count, 'regla', 'reglas')}`,
  text: 'Texto de la regla',
  name: 'Nombre',
  about: 'Para qué sirve',
  cost: 'Costo',
};
