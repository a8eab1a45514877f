import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** A new secret that is handed out once: of a session, an invitation, a change of a forgotten password. */
export const generateToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Whether a text can be such a secret: others cost no look-up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** What is stored of it. The secret is long and random, so no slow hash is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
