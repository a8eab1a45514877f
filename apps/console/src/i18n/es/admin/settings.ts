import type { AdminMessages } from '../../en/admin/index.js';

export const settings: AdminMessages['settings'] = {
  menu: 'Ajustes',
  pages: {
    organization: 'Organización',
    members: 'Miembros',
    roles: 'Roles de acceso',
    keys: 'Claves de API',
    matrices: 'Matrices de riesgo',
    rates: 'Tipos de cambio',
    billing: 'Dinero',
    integrations: 'Integraciones',
    executions: 'Ejecuciones',
  },
  onlyInProduction: 'se cambia en producción',
  typeName: (name) => `Escriba «${name}»: esto no se puede deshacer`,
  typeFirst: 'primero se escribe el nombre',
  copy: 'Copiar',
  copied: 'Copiado',
  kept: 'Ya lo guardé',
  leaveTitle: '¿Salir sin guardar?',
  leaveTells: 'Lo que cambió aquí no está guardado.',
  leave: 'Salir',
  stay: 'Quedarse',
};
