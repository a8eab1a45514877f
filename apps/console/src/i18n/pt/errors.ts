import type { Messages } from '../en/index.js';

const codes: Messages['errors']['codes'] = {
  VALIDATION_ERROR: 'A solicitação contém dados inválidos.',
  INVALID_CREDENTIALS: 'E-mail ou senha incorretos.',
  INVALID_TOKEN: 'O link é desconhecido, já foi usado ou é antigo demais.',
  TOO_MANY_ATTEMPTS: 'Muitas tentativas. Aguarde um pouco.',
  RATE_LIMIT_EXCEEDED: 'Muitas solicitações. Aguarde um pouco.',
  UNAUTHORIZED: 'A sessão expirou: entre novamente.',
  FORBIDDEN: 'Sua função não permite isto.',
  CROSS_SITE_REQUEST: 'Só é possível entrar pelos endereços configurados neste servidor.',
  NOT_FOUND: 'Este registro não existe.',
  VERSION_CONFLICT: 'Alguém salvou uma versão mais nova nesse meio-tempo.',
  INVALID_SOURCE: 'O texto tem erros.',
  DUPLICATE_RULE_KEY: 'Outra regra tem esta chave.',
  DUPLICATE_RULE_NAME: 'Outra regra tem este nome.',
  SHARED_RESOURCE_READ_ONLY: 'A regra pertence à organização principal e é alterada lá.',
  TESTS_FAILED: 'Há testes da regra que falham.',
  COST_EXCEEDED: 'A regra custa mais que o orçamento.',
  INVALID_RANGE: 'O período é inválido.',
  TOO_MANY_DRY_RUNS: 'Já há simulações demais em andamento. Cancele uma delas.',
  NO_ACTIVE_RULES: 'Nenhuma regra está em vigor.',
  ENGINE_VERSION_UNAVAILABLE: 'O motor que decidiu na época não faz parte deste servidor.',
  SERVICE_UNAVAILABLE: 'O servidor está sobrecarregado ou o banco de dados não responde.',
  INTERNAL_ERROR: 'Ocorreu um erro no servidor.',
};

export const errors: Messages['errors'] = {
  codes,
  unreachable: 'O servidor está inacessível.',
  unreachableTells: 'Os dados exibidos podem estar desatualizados. Verifique a conexão e tente novamente.',
  code: 'Código',
  request: 'Solicitação',
  explained: 'O que isto significa',
  retry: 'Tentar de novo',
  readAgain: 'Mostrar essa versão; o que foi digitado aqui será perdido',
  retriesIn: (time) => `Nova tentativa automática em ${time}.`,
  waitFor: (time) => `Pode tentar de novo em ${time}.`,
  waitOver: 'Já pode tentar de novo.',
  notYet: 'ainda não',
  cookieRefused:
    'Você entrou, mas o navegador não guarda o cookie. O Safari o recusa por http: use https, ou Chromium ou Firefox neste computador.',
};
