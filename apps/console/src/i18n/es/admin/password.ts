import type { AdminMessages } from '../../en/admin/index.js';

export const password: AdminMessages['password'] = {
  title: 'Cambiar su contraseña',
  tells: 'Terminan todas sus demás sesiones. Su trabajo aquí sigue.',
  current: 'Contraseña actual',
  next: 'Nueva contraseña',
  rule: 'Al menos 12 caracteres. Solo cuenta la longitud.',
  wrong: 'Esta no es su contraseña actual.',
  same: 'Esta ya es su contraseña.',
  forgot: '¿La olvidó, o aún no tiene? Enviarme un enlace',
  sent: (email) => `El enlace está en camino a ${email}. Vale 30 minutos.`,
  change: 'Cambiar contraseña',
  changed: 'Contraseña cambiada. Las demás sesiones terminaron.',
};
