import type { Messages } from '../en/index.js';

const codes: Messages['errors']['codes'] = {
  VALIDATION_ERROR: 'La solicitud contiene datos no válidos.',
  INVALID_CREDENTIALS: 'El correo o la contraseña no son correctos.',
  INVALID_TOKEN: 'El enlace es desconocido, ya se usó o es demasiado antiguo.',
  TOO_MANY_ATTEMPTS: 'Demasiados intentos. Espere un poco.',
  RATE_LIMIT_EXCEEDED: 'Demasiadas solicitudes. Espere un poco.',
  UNAUTHORIZED: 'La sesión venció: inicie sesión de nuevo.',
  FORBIDDEN: 'Su rol no lo permite.',
  CROSS_SITE_REQUEST: 'Solo se puede iniciar sesión desde las direcciones configuradas en este servidor.',
  NOT_FOUND: 'Este registro no existe.',
  VERSION_CONFLICT: 'Alguien guardó una versión más nueva mientras tanto.',
  INVALID_SOURCE: 'El texto tiene errores.',
  DUPLICATE_RULE_KEY: 'Otra regla tiene esta clave.',
  DUPLICATE_RULE_NAME: 'Otra regla tiene este nombre.',
  SHARED_RESOURCE_READ_ONLY: 'La regla pertenece a la organización principal y se cambia allí.',
  TESTS_FAILED: 'Fallan pruebas de la regla.',
  COST_EXCEEDED: 'La regla cuesta más que su presupuesto.',
  INVALID_RANGE: 'El período no es válido.',
  TOO_MANY_DRY_RUNS: 'Ya hay demasiadas simulaciones en curso. Cancele una de ellas.',
  NO_ACTIVE_RULES: 'No hay reglas vigentes.',
  ENGINE_VERSION_UNAVAILABLE: 'El motor que decidió entonces no forma parte de este servidor.',
  SERVICE_UNAVAILABLE: 'El servidor está sobrecargado o la base de datos no responde.',
  INTERNAL_ERROR: 'Ocurrió un error en el servidor.',
};

export const errors: Messages['errors'] = {
  codes,
  unreachable: 'No se puede acceder al servidor.',
  unreachableTells: 'Los datos que se ven pueden estar desactualizados. Revise la conexión e intente de nuevo.',
  code: 'Código',
  request: 'Solicitud',
  explained: 'Qué significa',
  retry: 'Intentar de nuevo',
  readAgain: 'Mostrar esa versión; se pierde lo que escribió aquí',
  retriesIn: (time) => `Se intentará de nuevo automáticamente en ${time}.`,
  waitFor: (time) => `Puede intentarlo de nuevo en ${time}.`,
  waitOver: 'Ya puede intentarlo de nuevo.',
  notYet: 'todavía no',
  cookieRefused:
    'Inició sesión, pero el navegador no guarda la cookie. Safari la rechaza por http: use https, o Chromium o Firefox en este equipo.',
};
