import type { AdminMessages } from '../../en/admin/index.js';

export const organization: AdminMessages['organization'] = {
  title: 'Organização',
  tells: 'Quem é, como decide e o que pede para publicar regras',
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
    monitoringEnabled: 'Vigiar mudanças das partes',
    batchUploadEnabled: 'Arquivos podem ser importados',
    bulkAutomaticImportEnabled: 'Entidades podem ser importadas com o que os registros sabem delas',
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
      options: { reject: 'são guardados e rejeitados', refuse: 'não são aceitos' },
    },
    ownershipRule: {
      label: 'Propriedade de alguém sancionado',
      options: { at_least_50: 'a partir da metade', over_50: 'mais da metade', off: 'não se olha' },
    },
  },
  beneficialOwnerPercent: 'Beneficiário final a partir desta participação, em porcentagem',
  policy: 'O que uma publicação pede',
  policyTells: 'O que a afrouxa espera uma segunda pessoa, onde se pede uma. O que a aperta vale na hora.',
  policies: {
    testsMustPass: 'Todos os testes da regra passam',
    requireDryRun: 'Uma simulação do mesmo texto',
    requireReason: 'Um motivo',
    requireSecondPerson: 'Uma segunda pessoa',
    requireGuard: 'Um limite de guarda',
    minTests: 'Testes no mínimo',
    dryRunMaxAgeDays: 'Idade da simulação, em dias, no máximo',
    maxRuleCost: 'Custo de uma regra, no máximo',
    maxMatrixCost: 'Custo de uma matriz, no máximo',
  },
  save: 'Salvar',
  drop: 'Como antes',
  nothingChanged: 'nada mudou',
  saved: 'As configurações estão salvas',
  waits: 'O que afrouxa a política espera uma segunda pessoa',
  children: 'Organizações abaixo',
  newChild: 'Nova organização abaixo',
  childTells: 'Vem com um sandbox. Listas, matrizes e webhooks podem ser compartilhados com ela.',
  noChildren: 'Não há nenhuma.',
  made: (name) => `Criada: ${name}`,
  reset: 'Esvaziar o sandbox',
  resetAsk: 'Esvaziar o sandbox …',
  resetTells:
    'Tudo o que foi enviado a ele e escrito nele é removido: pagamentos, pessoas e empresas, listas, alertas, casos. Membros, papéis e chaves ficam. Nada traz de volta.',
  isReset: 'O sandbox está vazio',
};
