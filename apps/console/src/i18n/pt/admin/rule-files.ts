import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const ruleFiles: AdminMessages['ruleFiles'] = {
  title: 'Regras como arquivos',
  tells: 'Leve todas as regras como texto e traga texto de volta: o que mudaria aparece antes de mudar',
  export: 'Levar',
  exportTells: 'Toda regra que não está arquivada, com nomes comuns e matrizes, em um arquivo.',
  exportNow: 'Salvar o arquivo',
  import: 'Trazer',
  choose: 'Arquivos de regras (.rules)',
  prune: 'Arquivar as regras que não estão em nenhum dos arquivos',
  plan: 'Mostrar o que mudaria',
  chooseFirst: 'escolha arquivos antes',
  planning: 'Lendo os arquivos …',
  unreadable: 'Os arquivos têm erros: nada pode ser trazido.',
  findings: (count) => `${count} ${plural('pt', count, 'achado', 'achados')}`,
  changes: 'O que mudaria',
  nothingChanges: 'Nada: os arquivos dizem o que está guardado.',
  same: (count) => `${count} ${plural('pt', count, 'fica como está', 'ficam como estão')}`,
  columns: { what: 'O quê', change: 'Mudança', words: 'Em palavras' },
  kinds: { rule: 'Regra', matrix: 'Matriz', name: 'Nome comum' },
  verbs: { create: 'nova', update: 'mudada', archive: 'arquivada', same: 'como está' },
  tests: (passed, failed) => `Testes do que mudaria: ${passed} passam, ${failed} falham`,
  reason: 'Motivo',
  back: 'Regras novas, e textos novos de regras em vigor, esperam até ser publicados. O histórico de cada regra leva de volta ao texto de antes; uma arquivada não volta.',
  apply: 'Trazer agora',
  applied: (count) => `${count} ${plural('pt', count, 'regra trazida', 'regras trazidas')}`,
};
