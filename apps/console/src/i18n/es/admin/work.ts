import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const work: AdminMessages['work'] = {
  wouldBe: 'Qué habría cambiado la decisión',
  if: 'si',
  due: 'Vence',
  newest: 'Pagos más nuevos',
  allPayments: (count) => `Los ${count} pagos`,
  linked: 'Con quién tiene vínculos',
  alertCount: (count) => `· ${count} ${plural('es', count, 'alerta', 'alertas')}`,
  history: 'Qué pasó',
  changed: 'cambió la alerta',
  events: {
    alert_created: 'generó la alerta',
    alert_acknowledged: 'reconoció la alerta',
    alert_assigned: 'asignó la alerta',
    alert_status_changed: 'cambió el estado de la alerta',
    alert_resolved: 'resolvió la alerta',
    alert_consolidated: 'agregó la alerta a un caso',
  },
  actors: {
    user: 'una persona',
    api_key: 'una clave de API',
    rule: 'una regla',
    automation: 'una automatización',
    system: 'el sistema',
    provider: 'una fuente de datos',
  },
  statuses: 'Historial de estados',
  noStatuses: 'Nunca tuvo otro estado.',
};
