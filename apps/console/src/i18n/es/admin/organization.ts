import type { AdminMessages } from '../../en/admin/index.js';

export const organization: AdminMessages['organization'] = {
  title: 'Organización',
  tells: 'Quién es, cómo decide y qué pide para publicar reglas',
  general: 'Datos generales',
  fields: {
    name: 'Nombre',
    countryCode: 'País, dos letras',
    language: 'Idioma de los textos',
    timezone: 'Zona horaria',
    baseCurrency: 'Moneda de los importes',
  },
  decisions: 'Decisiones',
  switches: {
    monitoringEnabled: 'Vigilar los cambios de las partes',
    batchUploadEnabled: 'Se pueden importar archivos',
    bulkAutomaticImportEnabled: 'Se pueden importar entidades con lo que los registros saben de ellas',
    rulesAfterEnrichment: 'Las reglas deciden otra vez tras recibir datos externos',
  },
  choices: {
    windowConsistency: {
      label: 'Los pagos que llegan en el mismo momento',
      options: { exact: 'se cuentan siempre entre sí', relaxed: 'pueden no verse, más rápido' },
    },
    numberFormat: {
      label: 'Números en los textos de las reglas',
      options: { '1,234.5': '1,234.5, con punto decimal', '1.234,5': '1.234,5, con coma decimal' },
    },
    blockedParties: {
      label: 'Los pagos de partes bloqueadas',
      options: { reject: 'se guardan y se rechazan', refuse: 'no se aceptan' },
    },
    ownershipRule: {
      label: 'Propiedad de alguien sancionado',
      options: { at_least_50: 'desde la mitad', over_50: 'más de la mitad', off: 'no se mira' },
    },
  },
  beneficialOwnerPercent: 'Beneficiario final desde esta participación, en porcentaje',
  policy: 'Qué pide una publicación',
  policyTells:
    'Lo que la afloja espera a una segunda persona, donde se pide una. Lo que la endurece vale de inmediato.',
  policies: {
    testsMustPass: 'Pasan todas las pruebas de la regla',
    requireDryRun: 'Un simulacro del mismo texto',
    requireReason: 'Un motivo',
    requireSecondPerson: 'Una segunda persona',
    requireGuard: 'Un límite de guardia',
    minTests: 'Pruebas como mínimo',
    dryRunMaxAgeDays: 'Edad del simulacro, en días, como máximo',
    maxRuleCost: 'Costo de una regla, como máximo',
    maxMatrixCost: 'Costo de una matriz, como máximo',
  },
  save: 'Guardar',
  drop: 'Como antes',
  nothingChanged: 'no cambió nada',
  saved: 'Los ajustes están guardados',
  waits: 'Lo que afloja la política espera a una segunda persona',
  children: 'Organizaciones por debajo',
  newChild: 'Nueva organización por debajo',
  childTells: 'Viene con un sandbox. Se pueden compartir con ella listas, matrices y webhooks.',
  noChildren: 'No hay ninguna.',
  made: (name) => `Creada: ${name}`,
  reset: 'Vaciar el sandbox',
  resetAsk: 'Vaciar el sandbox …',
  resetTells:
    'Todo lo que se envió y se escribió en él se elimina: pagos, personas y empresas, listas, alertas, casos. Los miembros, roles y claves quedan. Nada lo trae de vuelta.',
  isReset: 'El sandbox está vacío',
};
