import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const sharing: AdminMessages['sharing'] = {
  title: 'Compartilhado com suborganizações',
  choose: 'Escolher suborganizações …',
  chooseFor: (name) => `Compartilhar ${name}`,
  share: 'Compartilhar',
  shared: (name, count) =>
    count === 0
      ? `${name} não é mais compartilhado`
      : `${name} é compartilhado com ${count} ${plural('pt', count, 'suborganização', 'suborganizações')}`,
  kinds: {
    risk_matrix:
      'Em uma suborganização que começa a usar a matriz decidem também suas regras. Só esta organização as altera.',
    data_list: 'As regras de uma suborganização que começa a usar a lista podem lê-la. Só esta organização a altera.',
    webhook:
      'Os eventos de uma suborganização que começa a usar o webhook também são enviados para lá. Só esta organização o altera.',
  },
  nothingChanged: 'nada mudou',
  none: 'Não é compartilhado com nenhuma suborganização.',
  used: 'em uso',
  notUsed: 'sem uso',
  since: (time) => `compartilhado em ${time}`,
  loses: (names) => `Em uso agora, e perdem na hora: ${names}`,
  inUse: 'Uma suborganização atribuiu esta matriz a regras ou tipos de registros próprios.',
  inUseFirst: 'confirme primeiro',
  force: 'Retirar mesmo assim',
  ofParent: 'A organização principal compartilha isto.',
  usedHere: 'Está em uso aqui.',
  notUsedHere: 'Não está em uso aqui.',
  use: 'Começar a usar',
  stopUsing: 'Deixar de usar',
  nowUsed: (name) => `${name} está em uso agora`,
  noLongerUsed: (name) => `${name} não está mais em uso`,
  waits: (name) => `${name} aguarda uma segunda pessoa, em Aprovações`,
  fromParent: 'Compartilhado pela organização principal',
  what: 'Nome',
  kind: 'Tipo',
  kindNames: { risk_matrix: 'Matriz de risco', data_list: 'Lista', webhook: 'Webhook' },
  sharedAt: 'Compartilhado em',
  state: 'Status',
  actions: 'Ações',
};
