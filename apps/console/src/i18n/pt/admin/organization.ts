import type { AdminMessages } from '../../en/admin/index.js';

export const organization: AdminMessages['organization'] = {
  title: 'Organização',
  tells: 'Seus dados, como decide e o que exige para publicar regras',
  general: 'Dados gerais',
  fields: {
    name: 'Nome',
    countryCode: 'País, duas letras',
    language: 'Idioma dos textos',
    timezone: 'Fuso horário',
    baseCurrency: 'Moeda dos valores',
  },
  decisions: 'Decisões',
  switches: {
    monitoringEnabled: 'Monitorar mudanças das partes',
    batchUploadEnabled: 'Arquivos podem ser importados',
    bulkAutomaticImportEnabled: 'Partes podem ser importadas com os dados dos registros públicos',
    rulesAfterEnrichment: 'As regras decidem de novo após dados externos',
  },
  choices: {
    windowConsistency: {
      label: 'Pagamentos que chegam no mesmo momento',
      options: { exact: 'contam-se sempre entre si', relaxed: 'podem não se ver, mais rápido' },
    },
    numberFormat: {
      label: 'Números nos textos das regras',
      options: { '1,234.5': '1,234.5, com ponto decimal', '1.234,5': '1.234,5, com vírgula decimal' },
    },
    blockedParties: {
      label: 'Pagamentos de partes bloqueadas',
      options: { reject: 'são salvos e rejeitados', refuse: 'não são aceitos' },
    },
    ownershipRule: {
      label: 'Participação de pessoas sancionadas',
      options: { at_least_50: 'a partir da metade', over_50: 'mais da metade', off: 'não é considerada' },
    },
  },
  beneficialOwnerPercent: 'Beneficiário final a partir desta participação, em porcentagem',
  policy: 'Requisitos para publicar',
  policyTells: 'Flexibilizá-los requer uma segunda pessoa, se a política a exige. Endurecê-los tem efeito imediato.',
  policies: {
    testsMustPass: 'Todos os testes da regra passam',
    requireDryRun: 'Uma simulação do mesmo texto',
    requireReason: 'Um motivo',
    requireSecondPerson: 'Uma segunda pessoa',
    requireGuard: 'Uma salvaguarda',
    minTests: 'Testes no mínimo',
    dryRunMaxAgeDays: 'Idade máxima da simulação, em dias',
    maxRuleCost: 'Custo de uma regra, no máximo',
    maxMatrixCost: 'Custo de uma matriz, no máximo',
  },
  save: 'Salvar',
  drop: 'Descartar as alterações',
  nothingChanged: 'nada mudou',
  saved: 'As configurações foram salvas',
  waits: 'O que flexibiliza a política aguarda uma segunda pessoa',
  children: 'Suborganizações',
  newChild: 'Nova suborganização',
  childTells: 'Inclui um sandbox. Listas, matrizes e webhooks podem ser compartilhados com ela.',
  noChildren: 'Não há nenhuma.',
  made: (name) => `Criada: ${name}`,
  reset: 'Esvaziar o sandbox',
  resetAsk: 'Esvaziar o sandbox …',
  resetTells:
    'Tudo o que foi enviado a ele e escrito nele é removido: pagamentos, pessoas e empresas, listas, alertas, casos. Membros, funções e chaves ficam. Isto não pode ser desfeito.',
  isReset: 'O sandbox está vazio',
};
