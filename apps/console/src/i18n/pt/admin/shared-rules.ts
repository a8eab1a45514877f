import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const sharedRules: AdminMessages['sharedRules'] = {
  tells:
    'A organização principal escreveu esta regra e a compartilha. Aqui ela é somente leitura; é alterada lá, onde ficam seus comentários e testes.',
  decides: 'Uma matriz em que ela soma está ativa aqui, portanto ela decide aqui.',
  rests: 'Nenhuma matriz em que ela soma está ativa aqui, portanto ela não decide nada aqui.',
  matrix: 'Matriz de risco',
  matrices: 'Soma em',
  anyMatrix: 'Qualquer matriz',
  shares: 'A organização principal compartilha regras que não estão em nenhuma lista das próprias:',
  counted: (name, count) => `${name} · ${count} ${plural('pt', count, 'regra', 'regras')}`,
  text: 'Texto da regra',
  name: 'Nome',
  about: 'Para que serve',
  cost: 'Custo',
};
