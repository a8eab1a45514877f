import type { AdminMessages } from '../../en/admin/index.js';

export const ruleWords: AdminMessages['ruleWords'] = {
  newName: (name) => `Nombre nuevo de ${name}`,
  parameterName: 'Nombre del parámetro',
  apply: 'Aplicar',
  noName: 'El cursor no está sobre un nombre declarado por las reglas',
  isShared: (name) => `${name} es común a varias reglas: solo se puede renombrar en todas a la vez`,
  isTaken: (name) => `${name} no puede ser el nombre del parámetro: no es un nombre válido o ya se usa`,
  noConstant: 'El cursor no está sobre un número ni sobre un parámetro',
  declaredIn: (name) => `Declaración de ${name}`,
  openParameter: 'Abrir el parámetro',
  openMatrices: 'Abrir las matrices de riesgo',
  inData: 'En los registros más recientes:',
  present: (share) => `presente en ${share}`,
  quantiles: {
    p5: 'el 5 % es como máximo',
    p50: 'la mitad es como máximo',
    p95: 'el 95 % es como máximo',
    p99: 'el 99 % es como máximo',
  },
  forms: 'Forma de la regla',
  text: 'Texto',
  jsonLabel: 'La regla como JSON',
  jsonTells:
    'El texto sigue al JSON mientras escribe. Los comentarios, las pruebas y los nombres declarados solo existen en el texto y se conservan.',
  noJson: (message) => `Esto no es JSON: ${message}`,
  jsonUnread: 'el JSON tiene errores',
  dropJson: 'Descartar el JSON',
};
