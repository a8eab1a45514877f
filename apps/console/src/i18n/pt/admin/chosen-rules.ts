import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const chosenRules: AdminMessages['chosenRules'] = {
  owner: 'Responsável',
  title: 'Regras selecionadas',
  count: (count) => `${count} ${plural('pt', count, 'regra selecionada', 'regras selecionadas')}`,
  dryRun: 'Simular juntas',
  export: 'Exportar como texto',
  clear: 'Limpar a seleção',
  none: 'nenhuma regra selecionada',
  ask: { shadow: 'Executar em sombra …', inactive: 'Desativar …' },
  titles: {
    shadow: (count) => `Executar ${count} ${plural('pt', count, 'regra', 'regras')} em sombra`,
    inactive: (count) => `Desativar ${count} ${plural('pt', count, 'regra', 'regras')}`,
  },
  now: { shadow: 'Executar em sombra', inactive: 'Desativar' },
  tells: {
    shadow: 'Suas versões mais novas são avaliadas e contadas, sem decidir nada.',
    inactive: 'Elas deixam de decidir. Desfazer reativa o conjunto de regras atual.',
  },
  changed: {
    shadow: (count) => `${count} ${plural('pt', count, 'regra está', 'regras estão')} em sombra`,
    inactive: (count) => `${count} ${plural('pt', count, 'regra desativada', 'regras desativadas')}`,
  },
  waiting: (count) => `${count} ${plural('pt', count, 'regra aguarda', 'regras aguardam')} uma segunda pessoa`,
  refused: (count) => `Nada mudou por causa de ${count} ${plural('pt', count, 'regra', 'regras')}:`,
  leaveOut: 'Deixar estas de fora',
};
