/** Reports why secrets cannot be stored or read. The message contains no secret and may be printed. */
export class SecretsError extends Error {}

/** There is no key to encrypt with, as in development if none was set. */
export class MissingKeyError extends SecretsError {}
