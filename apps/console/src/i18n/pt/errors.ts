import type { Messages } from '../en/index.js';

const codes: Messages['errors']['codes'] = {
  VALIDATION_ERROR: 'Algo no pedido não está como deve ser.',
  INVALID_CREDENTIALS: 'Endereço ou senha incorretos.',
  INVALID_TOKEN: 'O link é desconhecido, já foi usado ou é antigo demais.',
  TOO_MANY_ATTEMPTS: 'Tentativas demais. Espere um pouco.',
  RATE_LIMIT_EXCEEDED: 'Pedidos demais. Espere um pouco.',
  UNAUTHORIZED: 'A sessão terminou: entre de novo.',
  FORBIDDEN: 'Seu papel não permite isto.',
  CROSS_SITE_REQUEST: 'Só se entra pelos endereços configurados neste servidor.',
  NOT_FOUND: 'Este registro não existe.',
  VERSION_CONFLICT: 'Alguém salvou uma versão mais nova nesse meio-tempo.',
  INVALID_SOURCE: 'O texto tem erros.',
  DUPLICATE_RULE_KEY: 'Outra regra tem esta chave.',
  DUPLICATE_RULE_NAME: 'Outra regra tem este nome.',
  SHARED_RESOURCE_READ_ONLY: 'A regra pertence à organização mãe e é alterada lá.',
  TESTS_FAILED: 'Testes da regra falham.',
  COST_EXCEEDED: 'A regra custa mais que o orçamento.',
  INVALID_RANGE: 'Há algo errado com o período.',
  TOO_MANY_DRY_RUNS: 'Já há simulações demais em andamento. Cancele uma delas.',
  NO_ACTIVE_RULES: 'Nenhuma regra está em vigor.',
  ENGINE_VERSION_UNAVAILABLE: 'O motor que decidiu na época não faz parte deste servidor.',
  SERVICE_UNAVAILABLE: 'O servidor está sobrecarregado ou o banco de dados não responde.',
  INTERNAL_ERROR: 'O servidor cometeu um erro.',
};

export const errors: Messages['errors'] = {
  codes,
  unreachable: 'O servidor está inacessível.',
  unreachableTells: 'O que se vê é de antes. Verifique a conexão e tente de novo.',
  code: 'Código',
  request: 'Pedido',
  explained: 'O que isto significa',
  retry: 'Tentar de novo',
  readAgain: 'Mostrar aquela; o que está digitado aqui se perde',
  retriesIn: (time) => `Tenta de novo sozinho em ${time}.`,
  waitFor: (time) => `Pode tentar de novo em ${time}.`,
  waitOver: 'Já pode tentar de novo.',
  notYet: 'ainda não',
  cookieRefused:
    'Você entrou, mas o navegador não guarda o cookie. O Safari o recusa por http: use https, ou Chromium ou Firefox nesta máquina.',
};
