import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const ruleFiles: AdminMessages['ruleFiles'] = {
  title: 'Reglas como archivos',
  tells: 'Exporte todas las reglas como texto e impórtelas de nuevo: antes se muestra qué cambiaría',
  export: 'Exportar',
  exportTells: 'Toda regla que no está archivada, con nombres compartidos y matrices, en un archivo.',
  exportNow: 'Guardar el archivo',
  import: 'Importar',
  choose: 'Archivos de reglas (.rules)',
  prune: 'Archivar las reglas que no están en ninguno de los archivos',
  plan: 'Mostrar qué cambiaría',
  chooseFirst: 'primero elija archivos',
  planning: 'Leyendo los archivos …',
  unreadable: 'Los archivos tienen errores: no se puede importar nada.',
  findings: (count) => `${count} ${plural('es', count, 'hallazgo', 'hallazgos')}`,
  changes: 'Qué cambiaría',
  nothingChanges: 'Nada: los archivos coinciden con lo guardado.',
  same: (count) => `${count} ${plural('es', count, 'queda como está', 'quedan como están')}`,
  columns: { what: 'Qué', change: 'Cambio', words: 'En palabras' },
  kinds: { rule: 'Regla', matrix: 'Matriz', name: 'Nombre compartido' },
  verbs: { create: 'nueva', update: 'cambiada', archive: 'archivada', same: 'como está' },
  tests: (passed, failed) => `Pruebas de lo que cambiaría: ${passed} pasan, ${failed} fallan`,
  reason: 'Motivo',
  back: 'Las reglas nuevas, y los textos nuevos de reglas vigentes, quedan pendientes hasta que se publican. El historial de cada regla permite volver al texto anterior; una regla archivada no se puede restaurar.',
  apply: 'Importar ahora',
  applied: (count) => `${count} ${plural('es', count, 'regla importada', 'reglas importadas')}`,
};
