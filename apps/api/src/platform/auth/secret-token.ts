import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** Generates a secret that is handed out once: for a session, an invitation or a password reset. */
export const generateToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Whether a text has the format of such a secret; other texts cost no look-up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Returns the hash of a secret that is stored. The secret is long and random, so no slow hash is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
