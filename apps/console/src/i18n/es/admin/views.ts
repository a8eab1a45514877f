import type { AdminMessages } from '../../en/admin/index.js';

export const views: AdminMessages['views'] = {
  title: 'Vistas guardadas',
  save: 'Guardar vista …',
  saveTitle: 'Guardar esta vista',
  saveTells:
    'Los filtros actuales, con un nombre que solo usted ve, en este navegador. Una vista con el mismo nombre se reemplaza.',
  name: 'Nombre',
  saveNow: 'Guardar',
  saved: (name) => `Vista guardada: ${name}`,
  forget: 'Eliminar vista',
  forgotten: (name) => `Vista eliminada: ${name}`,
  dropped: (names) => `Algunos valores de la dirección no son válidos aquí y se omitieron: ${names}`,
};
