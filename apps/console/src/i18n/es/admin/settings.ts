import type { AdminMessages } from '../../en/admin/index.js';

export const settings: AdminMessages['settings'] = {
  menu: 'Configuración',
  pages: {
    organization: 'Organización',
    members: 'Miembros',
    roles: 'Roles',
    keys: 'Claves de API',
    matrices: 'Matrices de riesgo',
    rates: 'Tipos de cambio',
    billing: 'Facturación',
    integrations: 'Integraciones',
    executions: 'Ejecuciones',
  },
  onlyInProduction: 'solo se cambia en producción',
  typeName: (name) => `Escriba «${name}»: esto no se puede deshacer`,
  typeFirst: 'primero escriba el nombre',
  copy: 'Copiar',
  copied: 'Copiado',
  kept: 'Ya lo guardé',
  leaveTitle: '¿Salir sin guardar?',
  leaveTells: 'Los cambios que hizo aquí no están guardados.',
  leave: 'Salir',
  stay: 'Seguir aquí',
};
