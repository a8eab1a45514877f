import type { AdminMessages } from '../../en/admin/index.js';

export const organization: AdminMessages['organization'] = {
  title: 'Organización',
  tells: 'Sus datos, cómo decide y qué exige para publicar reglas',
  general: 'Datos generales',
  fields: {
    name: 'Nombre',
    countryCode: 'País, dos letras',
    language: 'Idioma de los textos',
    timezone: 'Zona horaria',
    baseCurrency: 'Moneda de los montos',
  },
  decisions: 'Decisiones',
  switches: {
    monitoringEnabled: 'Monitorear los cambios de las partes',
    batchUploadEnabled: 'Se pueden importar archivos',
    bulkAutomaticImportEnabled: 'Se pueden importar partes con los datos de los registros públicos',
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
      label: 'Participación de personas sancionadas',
      options: { at_least_50: 'desde la mitad', over_50: 'más de la mitad', off: 'no se considera' },
    },
  },
  beneficialOwnerPercent: 'Beneficiario final desde esta participación, en porcentaje',
  policy: 'Requisitos para publicar',
  policyTells:
    'Flexibilizarlos requiere una segunda persona, si la política la exige. Endurecerlos tiene efecto inmediato.',
  policies: {
    testsMustPass: 'Pasan todas las pruebas de la regla',
    requireDryRun: 'Una simulación del mismo texto',
    requireReason: 'Un motivo',
    requireSecondPerson: 'Una segunda persona',
    requireGuard: 'Una salvaguarda',
    minTests: 'Pruebas como mínimo',
    dryRunMaxAgeDays: 'Antigüedad máxima de la simulación, en días',
    maxRuleCost: 'Costo de una regla, como máximo',
    maxMatrixCost: 'Costo de una matriz, como máximo',
  },
  save: 'Guardar',
  drop: 'Descartar los cambios',
  nothingChanged: 'no cambió nada',
  saved: 'La configuración se guardó',
  waits: 'Lo que flexibiliza la política queda pendiente de una segunda persona',
  children: 'Suborganizaciones',
  newChild: 'Nueva suborganización',
  childTells: 'Incluye un sandbox. Se pueden compartir con ella listas, matrices y webhooks.',
  noChildren: 'No hay ninguna.',
  made: (name) => `Creada: ${name}`,
  reset: 'Vaciar el sandbox',
  resetAsk: 'Vaciar el sandbox …',
  resetTells:
    'Todo lo que se envió y se escribió en él se elimina: pagos, personas y empresas, listas, alertas, casos. Los miembros, roles y claves quedan. Esto no se puede deshacer.',
  isReset: 'El sandbox está vacío',
};
