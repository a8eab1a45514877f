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

/** The key of a request, or the reason why it has no usable key. */
export type ApiKeyResult = { readonly key: StoredApiKey } | { readonly error: unknown };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the request reaches its route; routes that do not require a key may ignore it. */
    keyOutcome?: ApiKeyResult;
    /** Absent if no stored key was sent. */
    counted?: RateLimitStatus;
  }
}

export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Creates an `onRequest` hook that finds the key of every request and counts the request before its body is read, including requests
 * without a matching route. Every response to a known key thus reports what remains of its rate limit window. Requests with a session are
 * counted for its person.
 */
export function apiKeyHook(keys: ApiKeyVerifier, limiter: RateLimiter, sessions: SessionAuthorizer): RequestHook {
  return async (request, reply) => {
    const nowMs = performance.now();
    const address = clientAddressOf(request);
    // A page can only say that the limit is reached, and for how long, if it is loaded.
    const session = routeSettingsOf(request).isPage ? undefined : presentedSession(request);
    const ofPerson = session === undefined ? null : await sessions.count(session, address, nowMs);
    if (ofPerson) applyRateLimit(ofPerson, request, reply);
    const sent = keys.present(request.headers.authorization, address);
    const owner = await keys.findOwner(sent, nowMs);
    // For a known key, both queries are sent to the database before either has returned.
    const counting = owner && limiter.consume(owner, nowMs);
    const [checked, counted] = await Promise.allSettled([keys.authenticate(sent, nowMs), counting]);
    request.keyOutcome = checked.status === 'fulfilled' ? { key: checked.value } : { error: checked.reason };
    if (counted.status === 'rejected') throw counted.reason;
    if (counted.value) applyRateLimit(counted.value, request, reply);
  };
}

/** Methods whose request bodies are never read. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/**
 * Creates an `onRequest` hook that rejects requests without a route and requests of unknown callers before any of the body is read, so that
 * callers without a key cost no memory and no parsing. Public routes have a limited number of concurrent requests per address. It must run
 * after the hook that finds the key.
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

/**
 * Responds to a request that was rejected before the hooks ran (for example for a malformed URL) with the same headers and limits as the
 * hooks.
 */
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
