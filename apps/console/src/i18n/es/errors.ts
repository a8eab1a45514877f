import type { Messages } from '../en/index.js';

const codes: Messages['errors']['codes'] = {
  VALIDATION_ERROR: 'Algo en la petición no es como debe ser.',
  INVALID_CREDENTIALS: 'La dirección o la contraseña no son correctas.',
  INVALID_TOKEN: 'El enlace es desconocido, ya se usó o es demasiado antiguo.',
  TOO_MANY_ATTEMPTS: 'Demasiados intentos. Espere un poco.',
  RATE_LIMIT_EXCEEDED: 'Demasiadas peticiones. Espere un poco.',
  UNAUTHORIZED: 'La sesión terminó: entre de nuevo.',
  FORBIDDEN: 'Su rol no lo permite.',
  CROSS_SITE_REQUEST: 'Solo se entra por las direcciones configuradas en este servidor.',
  NOT_FOUND: 'Este registro no existe.',
  VERSION_CONFLICT: 'Alguien guardó una versión más nueva mientras tanto.',
  INVALID_SOURCE: 'El texto tiene errores.',
  DUPLICATE_RULE_KEY: 'Otra regla tiene esta clave.',
  DUPLICATE_RULE_NAME: 'Otra regla tiene este nombre.',
  SHARED_RESOURCE_READ_ONLY: 'La regla pertenece a la organización matriz y se cambia allí.',
  TESTS_FAILED: 'Fallan pruebas de la regla.',
  COST_EXCEEDED: 'La regla cuesta más que su presupuesto.',
  INVALID_RANGE: 'Hay algo mal con el período.',
  TOO_MANY_DRY_RUNS: 'Ya hay demasiados simulacros en curso. Cancele uno de ellos.',
  NO_ACTIVE_RULES: 'Ninguna regla está en vigor.',
  ENGINE_VERSION_UNAVAILABLE: 'El motor que decidió entonces no forma parte de este servidor.',
  SERVICE_UNAVAILABLE: 'El servidor está sobrecargado o la base de datos no responde.',
  INTERNAL_ERROR: 'El servidor cometió un error.',
};

export const errors: Messages['errors'] = {
  codes,
  unreachable: 'No se puede llegar al servidor.',
  unreachableTells: 'Lo que se ve es de antes. Revise la conexión e intente de nuevo.',
  code: 'Código',
  request: 'Petición',
  explained: 'Qué significa',
  retry: 'Intentar de nuevo',
  readAgain: 'Mostrar esa; lo escrito aquí se pierde',
  retriesIn: (time) => `Se intenta de nuevo solo en ${time}.`,
  waitFor: (time) => `Puede intentarlo de nuevo en ${time}.`,
  waitOver: 'Ya puede intentarlo de nuevo.',
  notYet: 'todavía no',
  cookieRefused:
    'Ha entrado, pero el navegador no guarda la cookie. Safari la rechaza por http: use https, o Chromium o Firefox en esta máquina.',
};
