import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { limits } from '../limits.js';

// The prefix makes browsers refuse the cookie without Secure, with a domain, and for another path.
const cookieName = '__Host-tamis_session';
const cookieAttributes = { name: cookieName, path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

/** The secret of the session that a request names. */
export const sessionTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[cookieName];

/** The same where no key is sent: a key is meant, whatever cookies a browser adds. */
export const presentedSession = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  request.headers.authorization === undefined ? sessionTokenOf(request) : undefined;

/**
 * Whether a request comes from a page of this server, as its browser says: of one of the configured origins, else of the host that it
 * asks. What is no origin by its form (with a user or a path) was sent by no browser.
 */
export function isOwnOrigin(
  { origin, host }: { readonly origin?: string | undefined; readonly host?: string | undefined },
  publicOrigins: readonly string[],
): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin !== origin) return false;
  return publicOrigins.length > 0 ? publicOrigins.includes(origin) : url.host === host;
}

export function setSessionCookie(reply: FastifyReply, token: string): void {
  void reply.header(
    'set-cookie',
    stringifySetCookie({ ...cookieAttributes, value: token, maxAge: limits.sessionLifeSeconds }),
  );
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.header('set-cookie', stringifySetCookie({ ...cookieAttributes, value: '', maxAge: 0 }));
}
