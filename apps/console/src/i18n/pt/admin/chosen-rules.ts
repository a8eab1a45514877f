import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const chosenRules: AdminMessages['chosenRules'] = {
  title: 'Regras escolhidas',
  count: (count) => `${count} ${plural('pt', count, 'regra escolhida', 'regras escolhidas')}`,
  dryRun: 'Simular juntas',
  export: 'Exportar como texto',
  clear: 'Limpar a seleção',
  none: 'nenhuma regra escolhida',
  ask: { shadow: 'Executar em sombra …', inactive: 'Desligar …' },
  titles: {
    shadow: (count) => `Executar ${count} ${plural('pt', count, 'regra', 'regras')} em sombra`,
    inactive: (count) => `Desligar ${count} ${plural('pt', count, 'regra', 'regras')}`,
  },
  now: { shadow: 'Executar em sombra', inactive: 'Desligar' },
  tells: {
    shadow: 'Suas versões mais novas são avaliadas e contadas, sem decidir nada.',
    inactive: 'Elas não decidem mais nada. Desfazer põe de novo em vigor o conjunto de agora.',
  },
  changed: {
    shadow: (count) => `${count} ${plural('pt', count, 'regra executa', 'regras executam')} em sombra`,
    inactive: (count) => `${count} ${plural('pt', count, 'regra desligada', 'regras desligadas')}`,
  },
  waiting: (count) => `${count} ${plural('pt', count, 'espera', 'esperam')} uma segunda pessoa`,
  refused: (count) => `${count} ${plural('pt', count, 'regra não mudou', 'regras não mudaram')}:`,
};
