import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import { canonicalIp } from '@tamis/stdx';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { limits } from '../limits.js';

// The prefix makes browsers reject the cookies if they lack `Secure`, or have a domain or another path.
const cookieName = '__Host-tamis_session';
const deviceCookieName = '__Host-tamis_device';
const cookieAttributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];

/** Returns the session secret that a request carries. */
export const sessionTokenOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  cookieOf(request, cookieName);

/** Injects the token of a device on which somebody signed in before. It does not grant any access. */
export const CurrentDevice = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  cookieOf(context.switchToHttp().getRequest<FastifyRequest>(), deviceCookieName),
);

/** Returns the session secret only if no key is sent: with a key, the key counts, regardless of cookies that a browser adds. */
export const presentedSession = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  request.headers.authorization === undefined ? sessionTokenOf(request) : undefined;

/** Whether a host is an IP address or the local machine. Host names can be made to point anywhere by their owner (DNS rebinding). */
const isPinnedHost = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || canonicalIp(hostname.replace(/^\[|\]$/g, '')) !== null;

/**
 * Whether the browser says that a request comes from a page of this server: either one of the configured origins, or the requested host if
 * that is not a name that could point elsewhere. Values that are not valid origins (with a user or a path) were not sent by a browser.
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

/**
 * Whether the browser says that a page of another site sent the request. This is checked because `Origin` is not sent with every request.
 */
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
