/** By code, in the words of the reader; of other codes the server’s own words are shown. */
const codes: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: 'Something in the request is not as it must be.',
  INVALID_CREDENTIALS: 'Address or password are wrong.',
  INVALID_TOKEN: 'The link is unknown, used up or too old.',
  TOO_MANY_ATTEMPTS: 'Too many attempts. Wait a little.',
  RATE_LIMIT_EXCEEDED: 'Too many requests. Wait a little.',
  UNAUTHORIZED: 'The session has ended: sign in again.',
  FORBIDDEN: 'Your role does not allow this.',
  CROSS_SITE_REQUEST: 'People sign in only at the addresses this server is set up for.',
  NOT_FOUND: 'There is no such record.',
  VERSION_CONFLICT: 'Somebody saved a newer version meanwhile.',
  INVALID_SOURCE: 'The text has errors.',
  DUPLICATE_RULE_KEY: 'Another rule has this key.',
  DUPLICATE_RULE_NAME: 'Another rule has this name.',
  SHARED_RESOURCE_READ_ONLY: 'The rule belongs to the parent organization and is changed there.',
  TESTS_FAILED: 'Tests of the rule fail.',
  COST_EXCEEDED: 'The rule costs more than its budget.',
  INVALID_RANGE: 'There is something wrong with the period.',
  TOO_MANY_DRY_RUNS: 'Too many dry runs go on already. End one of them.',
  NO_ACTIVE_RULES: 'No rule is in force.',
  ENGINE_VERSION_UNAVAILABLE: 'The engine that decided then is not part of this server.',
  SERVICE_UNAVAILABLE: 'The server has too much to do, or its database does not answer.',
  INTERNAL_ERROR: 'The server made a mistake.',
};

export const errors = {
  codes,
  unreachable: 'The server cannot be reached.',
  unreachableTells: 'What is shown is from before. Check the connection and try again.',
  code: 'Code',
  request: 'Request',
  explained: 'What this means',
  retry: 'Try again',
  cookieRefused:
    'You were signed in, but the browser does not keep the cookie. Safari refuses it over http: use https, or Chromium or Firefox on this machine.',
};
