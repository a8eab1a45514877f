import type { AdminMessages } from '../../en/admin/index.js';
import { plural } from '../../en/plural.js';

export const ruleFiles: AdminMessages['ruleFiles'] = {
  title: 'Reglas como archivos',
  tells: 'Llévese todas las reglas como texto y traiga texto de vuelta: lo que cambiaría se muestra antes',
  export: 'Llevar',
  exportTells: 'Toda regla que no está archivada, con nombres comunes y matrices, en un archivo.',
  exportNow: 'Guardar el archivo',
  import: 'Traer',
  choose: 'Archivos de reglas (.rules)',
  prune: 'Archivar las reglas que no están en ninguno de los archivos',
  plan: 'Mostrar qué cambiaría',
  chooseFirst: 'elija archivos antes',
  planning: 'Leyendo los archivos …',
  unreadable: 'Los archivos tienen errores: no se puede traer nada.',
  findings: (count) => `${count} ${plural('es', count, 'hallazgo', 'hallazgos')}`,
  changes: 'Qué cambiaría',
  nothingChanges: 'Nada: los archivos dicen lo que está guardado.',
  same: (count) => `${count} ${plural('es', count, 'queda como está', 'quedan como están')}`,
  columns: { what: 'Qué', change: 'Cambio', words: 'En palabras' },
  kinds: { rule: 'Regla', matrix: 'Matriz', name: 'Nombre común' },
  verbs: { create: 'nueva', update: 'cambiada', archive: 'archivada', same: 'como está' },
  tests: (passed, failed) => `Pruebas de lo que cambiaría: ${passed} pasan, ${failed} fallan`,
  reason: 'Motivo',
  back: 'Las reglas nuevas, y los textos nuevos de reglas en vigor, esperan hasta que se publican. El historial de cada regla lleva de vuelta al texto de antes; una archivada no vuelve.',
  apply: 'Traer ahora',
  applied: (count) => `${count} ${plural('es', count, 'regla traída', 'reglas traídas')}`,
};
