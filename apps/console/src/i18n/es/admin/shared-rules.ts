import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const sharedRules: AdminMessages['sharedRules'] = {
  tells:
    'La organización matriz escribió esta regla y la comparte. Aquí se lee; se cambia allá, donde quedan sus comentarios y pruebas.',
  decides: 'Una matriz en la que cuenta está encendida aquí, por lo que decide aquí.',
  rests: 'Ninguna matriz en la que cuenta está encendida aquí, por lo que no decide nada aquí.',
  matrix: 'Matriz de riesgo',
  matrices: 'Cuenta en',
  anyMatrix: 'Cualquier matriz',
  shares: 'La organización matriz comparte reglas que no están en ninguna lista de las propias:',
  counted: (name, count) => `${name} · ${count} ${plural('es', count, 'regla', 'reglas')}`,
  text: 'Texto de la regla',
  name: 'Nombre',
  about: 'Para qué sirve',
  cost: 'Costo',
};
