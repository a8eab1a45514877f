import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const sharing: AdminMessages['sharing'] = {
  title: 'Compartilhado com organizações filhas',
  choose: 'Escolher organizações filhas …',
  chooseFor: (name) => `Compartilhar ${name}`,
  share: 'Compartilhar',
  shared: (name, count) =>
    count === 0
      ? `${name} não é mais compartilhado`
      : `${name} é compartilhado com ${count} ${plural('pt', count, 'filha', 'filhas')}`,
  kinds: {
    risk_matrix: 'Numa filha que começa a usar a matriz decidem também suas regras. Só esta organização as muda.',
    data_list: 'As regras de uma filha que começa a usar a lista podem lê-la. Só esta organização a muda.',
    webhook:
      'Os eventos de uma filha que começa a usar o webhook também são enviados para lá. Só esta organização o muda.',
  },
  nothingChanged: 'nada mudou',
  none: 'Não é compartilhado com nenhuma organização filha.',
  used: 'em uso',
  notUsed: 'sem uso',
  since: (time) => `compartilhado em ${time}`,
  loses: (names) => `Em uso agora, e perdem na hora: ${names}`,
  inUse: 'Uma filha atribuiu esta matriz a regras ou tipos de registros próprios.',
  inUseFirst: 'confirme primeiro',
  force: 'Retirar mesmo assim',
  ofParent: 'A organização mãe compartilha isto.',
  usedHere: 'Está em uso aqui.',
  notUsedHere: 'Não está em uso aqui.',
  use: 'Começar a usar',
  stopUsing: 'Deixar de usar',
  nowUsed: (name) => `${name} está em uso agora`,
  noLongerUsed: (name) => `${name} não está mais em uso`,
  waits: (name) => `${name} espera uma segunda pessoa, em Aprovações`,
  fromParent: 'Compartilhado pela organização mãe',
  what: 'Nome',
  kind: 'Tipo',
  kindNames: { risk_matrix: 'Matriz de risco', data_list: 'Lista', webhook: 'Webhook' },
  sharedAt: 'Compartilhado em',
  state: 'Estado',
  actions: 'Ações',
};
