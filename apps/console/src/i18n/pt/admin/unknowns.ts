import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const unknowns: AdminMessages['unknowns'] = {
  title: 'O que a deixa indeterminada',
  tells:
    'Valores que podem faltar em um registro. Uma regra que precisa de um deles não pode ser acionada nem descartada.',
  nothing: 'Nada: todo valor de que ela precisa está sempre presente.',
  sample: (count, age) => `Medido nos ${count} registros mais novos dos últimos 30 dias, ${age}`,
  noSample: 'Não há registros dos últimos 30 dias para medir, ou nenhum que você possa ler.',
  columns: { field: 'Campo', cause: 'Por quê', share: 'Registros' },
  causes: {
    missing: 'o registro não o tem',
    missing_key: 'falta no registro o valor necessário para a consulta',
    not_screened: 'ainda não foi verificado em listas',
    empty_window: 'não há registro anterior na janela de tempo',
    not_in_data: 'os dados de referência não o têm',
    no_operational_hours: 'a parte não tem horário de funcionamento',
    empty_text: 'o texto está vazio',
    type: 'o valor é de outro tipo',
    no_rate: 'não há taxa de câmbio para esse dia',
    division_by_zero: 'há divisão por zero',
    out_of_domain: 'a função não tem resultado para esse valor',
    overflow: 'o número é grande demais',
    too_many_rows: 'registros demais na janela de tempo',
    too_many_nodes: 'proprietários vinculados demais',
    too_long: 'o texto é longo demais',
    list_unavailable: 'a lista não existe mais ou está inativa',
    source_unavailable: 'a fonte dos dados não respondeu',
    no_calendar: 'não há calendário de feriados',
  },
  policies: {
    ignore: 'Se indeterminada, conta como não acionada (unknown ignore).',
    review: 'Se indeterminada, pede uma revisão (unknown review).',
    hit: 'Se indeterminada, conta como acionada (unknown hit).',
  },
  runs: (unknowns, runs, share) =>
    `Nos últimos 14 dias ficou indeterminada em ${unknowns} de ${runs} execuções (${share}).`,
  noRuns: 'Não foi executada nos últimos 14 dias.',
  newest: 'Decisões mais novas em que ficou indeterminada',
  noneFound: 'Não há decisão assim.',
  all: 'Todos os pagamentos em que ficou indeterminada',
  of: (field) => `(${field})`,
  moreCauses: (count) => `e mais ${count} ${plural('pt', count, 'causa', 'causas')}`,
  records: { transaction: 'Pagamento', person: 'Pessoa', company: 'Empresa', user_event: 'Evento de usuário' },
};
