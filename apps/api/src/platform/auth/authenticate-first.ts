import { presentedSession } from './session-cookie.js';
import type { RequestHook } from './api-key-hook.js';
import type { SessionAuthorizer } from './session-authorizer.js';
import { type RouteTable, routeSettingsOf } from '../http/index.js';

/** Methods whose bodies are never read. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/**
 * Refuses a request that no route takes, and one of nobody that is known, before a byte of its body is read: whoever has no key costs
 * no memory and no parsing. A hook for `onRequest`, after the one that finds the key.
 */
export const authenticateFirst =
  (sessions: SessionAuthorizer, routes: RouteTable): RequestHook =>
  async (request, reply) => {
    if (request.is404) throw routes.unmatchedError(request, reply);
    if (bodiless.has(request.method) || routeSettingsOf(request).access === 'public') return;
    const token = presentedSession(request);
    if (token !== undefined) request.person = await sessions.authenticatePerson(request, token);
    else if (request.keyOutcome && 'error' in request.keyOutcome) throw request.keyOutcome.error;
  };
