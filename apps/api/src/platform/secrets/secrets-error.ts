/** Why secrets cannot be kept or read. The message holds no secret and may be printed. */
export class SecretsError extends Error {}

/** There is no key to seal with, as in development where none was set. */
export class MissingKeyError extends SecretsError {}
