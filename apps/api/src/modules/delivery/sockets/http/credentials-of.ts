import proxyAddress from '@fastify/proxy-addr';
import { canonicalIp } from '@tamis/stdx';
import type { Socket } from 'socket.io';

import { type Credentials, isFromAnotherSite, isOwnOrigin, sessionTokenOf } from '../../../../platform/auth/index.js';
import type { AppConfig } from '../../../../platform/config/index.js';
import { requestIdOf } from '../../../../platform/http/index.js';

type Request = Socket['request'];

const textMember = (auth: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = auth[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Returns the client address of a connection, as reported by a trusted proxy if there is one. */
export function addressOf(request: Request, trustedProxies: readonly string[]): string {
  const own = request.socket.remoteAddress ?? '';
  if (own === '' || trustedProxies.length === 0) return own;
  const told = proxyAddress(request, [...trustedProxies]);
  return canonicalIp(told) === null ? own : told;
}

/**
 * Returns the credentials of a handshake: its `auth`, otherwise the session cookie from a page of this server, whose scripts cannot read
 * the token. The URL is never used, since URLs end up in logs.
 */
export function credentialsOf(
  { handshake, request }: Socket,
  { trustedProxies, publicOrigins }: Pick<AppConfig, 'trustedProxies' | 'publicOrigins'>,
): Credentials {
  const auth = handshake.auth as Readonly<Record<string, unknown>>;
  // Browsers report the page that opens a connection, but send the session cookie regardless of the page.
  const { headers } = request;
  const isOwn = isOwnOrigin(headers, publicOrigins) && !isFromAnotherSite(headers);
  const cookie = isOwn ? sessionTokenOf(request) : undefined;
  return {
    token: textMember(auth, 'token') ?? cookie ?? null,
    organizationId: textMember(auth, 'organizationId'),
    from: {
      ipAddress: addressOf(request, trustedProxies),
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      requestId: requestIdOf(request),
    },
  };
}
