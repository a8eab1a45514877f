import type { AdminMessages } from '../../en/admin/index.js';

export const settings: AdminMessages['settings'] = {
  menu: 'Configurações',
  pages: {
    organization: 'Organização',
    members: 'Membros',
    roles: 'Funções',
    keys: 'Chaves de API',
    matrices: 'Matrizes de risco',
    rates: 'Taxas de câmbio',
    billing: 'Dinheiro',
    integrations: 'Integrações',
    executions: 'Execuções',
  },
  onlyInProduction: 'muda-se em produção',
  typeName: (name) => `Digite “${name}”: isto não se desfaz`,
  typeFirst: 'primeiro digite o nome',
  copy: 'Copiar',
  copied: 'Copiado',
  kept: 'Já guardei',
  leaveTitle: 'Sair sem salvar?',
  leaveTells: 'O que você mudou aqui não está salvo.',
  leave: 'Sair',
  stay: 'Ficar',
};
