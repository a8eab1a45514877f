import type { Messages } from '../en/index.js';
import { plural } from '../en/plural.js';

export const rules: Messages['rules'] = {
  parameters: 'Parâmetros',
  thresholdLab: 'Laboratório de limiares',
  history: 'Histórico',
  files: 'Arquivos',
  health: 'Saúde',
  title: 'Regras',
  inForce: (set, count) =>
    `O conjunto de regras ${set} está em vigor com ${count} ${plural('pt', count, 'regra', 'regras')}`,
  noneInForce: 'Nenhuma regra está em vigor',
  create: 'Nova regra',
  search: 'Chave ou nome',
  status: 'Status',
  anyCategory: 'Qualquer categoria',
  anyStatus: 'Qualquer status',
  statuses: {
    draft: 'rascunho',
    in_progress: 'em elaboração',
    in_review: 'em revisão',
    active: 'ativa',
    shadow: 'sombra',
    inactive: 'inativa',
    archived: 'arquivada',
  },
  columns: {
    rule: 'Regra',
    category: 'Categoria',
    score: 'Pontuação',
    hits: 'Acionamentos',
    hitRate: 'Taxa de acionamento',
    precision: 'Precisão',
    unknown: 'Indeterminada',
    time: 'Tempo',
  },

  more: 'Mais sobre regras',
  paused: 'salvaguarda acionada',
  staged: (version) => `a versão ${version} está pendente`,
  withoutFigures: 'Não foi possível ler as estatísticas das regras.',
  empty: 'Ainda não há regras',
  emptyTells:
    'Uma regra descreve em palavras quando um pagamento é retido ou revisado. Comece por um exemplo e altere-o.',
  emptyStart: 'Começar por um exemplo',
  nothingFound: 'Nenhuma regra corresponde aos filtros',
  choose: 'Selecionar',
  hitsPerDay: 'Acionamentos por dia',
  notYet: '–',
};
