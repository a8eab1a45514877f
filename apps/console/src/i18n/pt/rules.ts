import type { Messages } from '../en/index.js';
import { plural } from '../en/plural.js';

export const rules: Messages['rules'] = {
  parameters: 'Parâmetros',
  thresholdLab: 'Laboratório de limites',
  health: 'Saúde',
  title: 'Regras',
  inForce: (set, count) => `O conjunto ${set} está em vigor com ${count} ${plural('pt', count, 'regra', 'regras')}`,
  noneInForce: 'Nenhuma regra está em vigor',
  create: 'Nova regra',
  search: 'Chave ou nome',
  status: 'Estado',
  anyStatus: 'Qualquer estado',
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
    score: 'Pontos',
    hits: 'Acertos',
    hitRate: 'Taxa de acertos',
    precision: 'Precisão',
    unknown: 'Indefinida',
    time: 'Tempo',
  },

  more: 'Mais sobre regras',
  paused: 'guarda disparou',
  staged: (version) => `a versão ${version} espera`,
  withoutFigures: 'Não foi possível ler os números das regras.',
  empty: 'Ainda não há regras',
  emptyTells: 'Uma regra diz em palavras quando um pagamento é barrado ou examinado. Comece por um exemplo e mude-o.',
  emptyStart: 'Começar por um exemplo',
  nothingFound: 'Nenhuma regra é como dizem os filtros',
  notYet: '–',
};
