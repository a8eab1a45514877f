import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const ruleFiles: AdminMessages['ruleFiles'] = {
  title: 'Regras como arquivos',
  tells: 'Exporte todas as regras como texto e importe-as de novo: antes é mostrado o que mudaria',
  export: 'Exportar',
  exportTells: 'Toda regra que não está arquivada, com nomes compartilhados e matrizes, em um arquivo.',
  exportNow: 'Salvar o arquivo',
  import: 'Importar',
  choose: 'Arquivos de regras (.rules)',
  prune: 'Arquivar as regras que não estão em nenhum dos arquivos',
  plan: 'Mostrar o que mudaria',
  chooseFirst: 'escolha primeiro os arquivos',
  planning: 'Lendo os arquivos …',
  unreadable: 'Os arquivos têm erros: nada pode ser importado.',
  findings: (count) => `${count} ${plural('pt', count, 'achado', 'achados')}`,
  changes: 'O que mudaria',
  nothingChanges: 'Nada: os arquivos são iguais ao que está salvo.',
  same: (count) => `${count} ${plural('pt', count, 'fica como está', 'ficam como estão')}`,
  columns: { what: 'O quê', change: 'Mudança', words: 'Em palavras' },
  kinds: { rule: 'Regra', matrix: 'Matriz', name: 'Nome compartilhado' },
  verbs: { create: 'nova', update: 'alterada', archive: 'arquivada', same: 'como está' },
  tests: (passed, failed) => `Testes do que mudaria: ${passed} passam, ${failed} falham`,
  reason: 'Motivo',
  back: 'Regras novas, e textos novos de regras em vigor, ficam pendentes até serem publicados. O histórico de cada regra permite voltar ao texto anterior; uma regra arquivada não pode ser restaurada.',
  apply: 'Importar agora',
  applied: (count) => `${count} ${plural('pt', count, 'regra importada', 'regras importadas')}`,
};
