/** Why secrets cannot be kept or read. The message holds no secret and may be printed. */
export class SecretsError extends Error {}
