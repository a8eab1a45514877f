import { randomBytes } from 'node:crypto';

const secretBytes = 32;
const previewCharacters = 4;

/** Returns a new signing secret: `whsec_` and the key in base64. */
export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

export const previewOf = (secret: string): string => secret.slice(-previewCharacters);
