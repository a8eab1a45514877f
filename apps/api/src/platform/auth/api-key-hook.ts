import type { FastifyReply, FastifyRequest } from 'fastify';

import { exceededError, type RateLimitStatus, type RateLimiter } from '../rate-limits/index.js';
import { type RouteTable, routeSettingsOf, sendError, setStandardHeaders, toApiError } from '../http/index.js';
import { clientAddressOf } from './principal.js';
import { isOperationalRoute } from '../load/index.js';
import type { SessionAuthorizer } from './session-authorizer.js';
import { presentedSession } from './session-cookie.js';
import type { ApiKeyVerifier } from './api-key-verifier.js';
import type { StoredApiKey } from './stored-api-key.js';
import { requesterOf, UnknownRequests } from './unknown-requests.js';

/** The key of a request, or why it has none that may be used. */
export type ApiKeyResult = { readonly key: StoredApiKey } | { readonly error: unknown };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the route is asked; what asks for no key may ignore it. */
    keyOutcome?: ApiKeyResult;
    /** Absent where no stored key was sent. */
    counted?: RateLimitStatus;
  }
}

export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Finds and counts the key of every request, of those to no route too, before its body is read: whatever is answered to a known key
 * says what remains of its window. Requests of a session are counted for its person. A hook for `onRequest`.
 */
export function apiKeyHook(keys: ApiKeyVerifier, limiter: RateLimiter, sessions: SessionAuthorizer): RequestHook {
  return async (request, reply) => {
    const nowMs = performance.now();
    const address = clientAddressOf(request);
    const session = presentedSession(request);
    const ofPerson = session === undefined ? null : await sessions.count(session, address, nowMs);
    if (ofPerson) applyRateLimit(ofPerson, request, reply);
    const sent = keys.present(request.headers.authorization, address);
    const owner = await keys.findOwner(sent, nowMs);
    // Of a key that is known both are on their way to the database before either is answered.
    const counting = owner && limiter.consume(owner, nowMs);
    const [checked, counted] = await Promise.allSettled([keys.authenticate(sent, nowMs), counting]);
    request.keyOutcome = checked.status === 'fulfilled' ? { key: checked.value } : { error: checked.reason };
    if (counted.status === 'rejected') throw counted.reason;
    if (counted.value) applyRateLimit(counted.value, request, reply);
  };
}

/** Methods whose bodies are never read. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/**
 * Refuses a request that no route takes, and one of nobody that is known, before a byte of its body is read: whoever has no key costs
 * no memory and no parsing. What anybody may ask has a few places for each address. A hook for `onRequest`, after the one that finds the
 * key.
 */
export function authenticateFirst(sessions: SessionAuthorizer, routes: RouteTable): RequestHook {
  const unknownRequests = new UnknownRequests();
  return async (request, reply) => {
    if (request.is404) throw routes.unmatchedError(request, reply);
    const isPublic = routeSettingsOf(request).access === 'public';
    const token = isPublic ? undefined : presentedSession(request);
    if (token !== undefined) request.person = await sessions.authenticatePerson(request, token);
    const { owner, isKnown } = requesterOf(request);
    if (isKnown || isOperationalRoute(request)) return;
    if (!isPublic && !bodiless.has(request.method) && request.keyOutcome && 'error' in request.keyOutcome)
      throw request.keyOutcome.error;
    reply.raw.on('close', unknownRequests.enter(owner));
  };
}

/** Answers what was refused before the hooks ran (a malformed address) as the hooks would have it. */
export async function sendEarlyRejection(
  error: unknown,
  hook: RequestHook,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refused = await hook(request, reply).then(
    () => error,
    (limited: unknown) => limited,
  );
  setStandardHeaders(request, reply);
  sendError(toApiError(refused), request, reply);
}

function applyRateLimit(counted: RateLimitStatus, request: FastifyRequest, reply: FastifyReply): void {
  request.counted = counted;
  void reply
    .header('x-ratelimit-limit', counted.limit)
    .header('x-ratelimit-remaining', counted.remaining)
    .header('x-ratelimit-reset', counted.resetsAt.toISOString());
  if (!counted.isAllowed) throw exceededError(counted);
}
