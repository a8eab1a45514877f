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
    billing: 'Faturamento',
    integrations: 'Integrações',
    executions: 'Execuções',
  },
  onlyInProduction: 'só é alterado em produção',
  typeName: (name) => `Digite “${name}”: isto não pode ser desfeito`,
  typeFirst: 'primeiro digite o nome',
  copy: 'Copiar',
  copied: 'Copiado',
  kept: 'Já guardei',
  leaveTitle: 'Sair sem salvar?',
  leaveTells: 'As alterações que você fez aqui não estão salvas.',
  leave: 'Sair',
  stay: 'Continuar aqui',
};
