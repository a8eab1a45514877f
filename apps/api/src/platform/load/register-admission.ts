import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AmbientValue } from '../ambient-value.js';
import { Admission, type AdmissionLimits, type Entry, isDeferrable } from './admission.js';
import { requestsUnderWay } from './requests-under-way.js';

const leaveOfRequest = new AmbientValue<() => void>();

/** Runs `work` for a request; `leave` gives back its place among those that are worked on. */
const withPlace = <T>(leave: () => void, work: () => T): T => leaveOfRequest.with(leave, work);

/**
 * Gives back the place of the request that is worked on here, if any, before it waits for somebody outside: a source that takes its time
 * would keep a place from everybody. What is left to do afterwards is small, and whoever waits bounds how many do.
 */
export const leavePlace = (): void => leaveOfRequest.get()?.();

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Gives back the place that the request has. Kept here and not in a `WeakMap`: what a key leads back to itself from stays there, with
     * all of the request, until the whole heap is collected.
     */
    leavePlace?: () => void;
  }
}

/**
 * Bounds what one process works on at once. A request takes a place once its body is there, so that a slow sender holds none, and
 * gives it back with its answer. Register after the hooks that find who asks.
 */
export function registerAdmission(
  server: FastifyInstance,
  max: AdmissionLimits,
  requesterOf: (request: FastifyRequest) => Pick<Entry, 'owner' | 'isKnown'>,
): void {
  const admission = new Admission(max);
  server.addHook('preHandler', (request, reply, done) => {
    if (isOperationalRoute(request)) {
      done();
      return;
    }
    requestsUnderWay.begin();
    const deferrable = isDeferrable(request.method, request.routeOptions.url);
    // A request that is admitted at once may give its place back before `admit` has said how.
    const place: { leave?: () => void; isLeft: boolean } = { isLeft: false };
    const leavePlace = (): void => {
      if (!place.isLeft) requestsUnderWay.end();
      place.isLeft = true;
      place.leave?.();
    };
    request.leavePlace = leavePlace;
    const entry = { ...requesterOf(request), deferrable };
    place.leave = admission.admit(entry, () => withPlace(leavePlace, done), done);
    if (place.isLeft) place.leave();
    // Whoever hangs up gets no answer. Not `once`: what that wraps a listener in outlives the request until the whole heap is collected.
    reply.raw.on('close', leavePlace);
  });
  server.addHook('onSend', (request, _reply, payload, done) => {
    request.leavePlace?.();
    done(null, payload);
  });
}

/** Whoever watches a busy server must see that it is. */
export const isOperationalRoute = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && /^\/(health|metrics)(\/|$)/.test(url);
