import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import { canonicalIp } from '@tamis/stdx';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { limits } from '../limits.js';

// The prefix makes browsers refuse the cookies without Secure, with a domain, and for another path.
const cookieName = '__Host-tamis_session';
const deviceCookieName = '__Host-tamis_device';
const cookieAttributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];

/** The secret of the session that a request names. */
export const sessionTokenOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  cookieOf(request, cookieName);

/** What a device says it is known by, on which somebody signed in before. It opens nothing. */
export const CurrentDevice = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  cookieOf(context.switchToHttp().getRequest<FastifyRequest>(), deviceCookieName),
);

/** The same where no key is sent: a key is meant, whatever cookies a browser adds. */
export const presentedSession = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  request.headers.authorization === undefined ? sessionTokenOf(request) : undefined;

/** Whether a host is named by a number, or is this machine: names lead wherever their owner wants (DNS rebinding). */
const isPinnedHost = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || canonicalIp(hostname.replace(/^\[|\]$/g, '')) !== null;

/**
 * Whether a request comes from a page of this server, as its browser says: of one of the configured origins, else of the host that it
 * asks, where no name can lead elsewhere. What is no origin by its form (with a user or a path) was sent by no browser.
 */
export function isOwnOrigin(
  { origin, host }: { readonly origin?: string | undefined; readonly host?: string | undefined },
  publicOrigins: readonly string[],
): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin !== origin) return false;
  return publicOrigins.length > 0 ? publicOrigins.includes(origin) : url.host === host && isPinnedHost(url);
}

/** Whether a browser says that a page of another site sends the request; `Origin` is not sent with all of them. */
export const isFromAnotherSite = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-fetch-site'] === 'cross-site';

export function setSessionCookie(reply: FastifyReply, token: string): void {
  void reply.header(
    'set-cookie',
    stringifySetCookie({ ...cookieAttributes, name: cookieName, value: token, maxAge: limits.sessionLifeSeconds }),
  );
}

export function setDeviceCookie(reply: FastifyReply, token: string): void {
  void reply.header(
    'set-cookie',
    stringifySetCookie({
      ...cookieAttributes,
      name: deviceCookieName,
      value: token,
      maxAge: limits.knownDeviceSeconds,
    }),
  );
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.header('set-cookie', stringifySetCookie({ ...cookieAttributes, name: cookieName, value: '', maxAge: 0 }));
}
