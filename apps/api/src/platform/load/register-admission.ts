import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AmbientValue } from '../ambient-value.js';
import { Admission, type AdmissionLimits, type Entry, isDeferrable } from './admission.js';
import { requestsUnderWay } from './requests-under-way.js';

const leaveOfRequest = new AmbientValue<() => void>();

/** Executes `work` for a request. `leave` releases its slot. */
const withPlace = <T>(leave: () => void, work: () => T): T => leaveOfRequest.with(leave, work);

/**
 * Releases the slot of the current request, if any, before it waits for an external service: a slow source would otherwise keep the slot
 * from everyone. The remaining work is small, and the code that waits limits how many requests do so.
 */
export const leavePlace = (): void => leaveOfRequest.get()?.();

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Releases the slot of the request. Stored here rather than in a `WeakMap`: an entry whose value references its key, and thus the
     * entire request, would stay until a full garbage collection.
     */
    leavePlace?: () => void;
  }
}

/**
 * Limits what one process handles at the same time. A request takes a slot once its body has arrived, so that a slow sender occupies none,
 * and releases it with its response. Register after the hooks that identify the caller.
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
    // A request that is admitted at once may release its slot before `admit` has returned the function for it.
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
    // Covers clients that disconnect without a response. Not `once`: its wrapper around the listener would outlive the request until a full
    // garbage collection.
    reply.raw.on('close', leavePlace);
  });
  server.addHook('onSend', (request, _reply, payload, done) => {
    request.leavePlace?.();
    done(null, payload);
  });
}

/** Returns whether a route serves monitoring, which must work even while the server is busy. */
export const isOperationalRoute = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && /^\/(health|metrics)(\/|$)/.test(url);
