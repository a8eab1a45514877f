import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const sharing: AdminMessages['sharing'] = {
  title: 'Compartido con suborganizaciones',
  choose: 'Elegir suborganizaciones …',
  chooseFor: (name) => `Compartir ${name}`,
  share: 'Compartir',
  shared: (name, count) =>
    count === 0
      ? `${name} ya no se comparte`
      : `${name} se comparte con ${count} ${plural('es', count, 'suborganización', 'suborganizaciones')}`,
  kinds: {
    risk_matrix:
      'En una suborganización que empiece a usar la matriz deciden también sus reglas. Solo esta organización las cambia.',
    data_list:
      'Las reglas de una suborganización que empiece a usar la lista pueden leerla. Solo esta organización la cambia.',
    webhook:
      'Los eventos de una suborganización que empiece a usar el webhook se envían también allí. Solo esta organización lo cambia.',
  },
  nothingChanged: 'no cambió nada',
  none: 'No se comparte con ninguna suborganización.',
  used: 'en uso',
  notUsed: 'sin uso',
  since: (time) => `compartido el ${time}`,
  loses: (names) => `En uso ahora, y lo pierden enseguida: ${names}`,
  inUse: 'Una suborganización asignó esta matriz a reglas o tipos de registros propios.',
  inUseFirst: 'confírmelo primero',
  force: 'Retirarla de todos modos',
  ofParent: 'Lo comparte la organización principal.',
  usedHere: 'Se usa aquí.',
  notUsedHere: 'No se usa aquí.',
  use: 'Empezar a usar',
  stopUsing: 'Dejar de usar',
  nowUsed: (name) => `${name} se usa desde ahora`,
  noLongerUsed: (name) => `${name} ya no se usa`,
  waits: (name) => `${name} queda pendiente de una segunda persona, en Aprobaciones`,
  fromParent: 'Compartido por la organización principal',
  what: 'Nombre',
  kind: 'Tipo',
  kindNames: { risk_matrix: 'Matriz de riesgo', data_list: 'Lista', webhook: 'Webhook' },
  sharedAt: 'Compartido',
  state: 'Estado',
  actions: 'Acciones',
};
