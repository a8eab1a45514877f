import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const work: AdminMessages['work'] = {
  wouldBe: 'O que teria mudado a decisão',
  if: 'se',
  due: 'Prazo',
  newest: 'Pagamentos mais novos',
  allPayments: (count) => `Todos os ${count} pagamentos`,
  linked: 'Com quem tem vínculos',
  alertCount: (count) => `· ${count} ${plural('pt', count, 'alerta', 'alertas')}`,
  history: 'O que aconteceu',
  changed: 'alterou o alerta',
  events: {
    alert_created: 'gerou o alerta',
    alert_acknowledged: 'reconheceu o alerta',
    alert_assigned: 'atribuiu o alerta',
    alert_status_changed: 'mudou o status do alerta',
    alert_resolved: 'resolveu o alerta',
    alert_consolidated: 'adicionou o alerta a um caso',
  },
  actors: {
    user: 'uma pessoa',
    api_key: 'uma chave de API',
    rule: 'uma regra',
    automation: 'uma automação',
    system: 'o sistema',
    provider: 'uma fonte de dados',
  },
  statuses: 'Histórico de status',
  noStatuses: 'Nunca teve outro status.',
};
