import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import FindMyWay, { type Instance } from 'find-my-way';

import { limits } from '../limits.js';
import { ApiError } from './errors/api-error.js';

/** All paths of the server with their methods, to distinguish a wrong method from a wrong path. */
export class RouteTable {
  /** Every path is registered under a single method. The value stored with it contains its actual methods. */
  private readonly paths: Instance<FindMyWay.HTTPVersion.V1>;
  private readonly methods = new Map<string, Set<string>>();

  /** Must be created before any route is registered. */
  constructor(server: FastifyInstance) {
    this.paths = FindMyWay({ maxParamLength: limits.pathParameterCharacters });
    server.addHook('onRoute', ({ url, method }) => {
      for (const each of [method].flat()) this.methodsOf(url).add(each);
    });
  }

  /** Returns the error for a request that no route handles: 404, or 405 with the `Allow` header if its path accepts other methods. */
  unmatchedError({ url }: FastifyRequest, reply: FastifyReply): ApiError {
    const found = this.paths.find('GET', url)?.store as ReadonlySet<string> | undefined;
    if (!found) return new ApiError('NOT_FOUND', 'The route does not exist');
    const allowed = [...found].sort().join(', ');
    void reply.header('allow', allowed);
    return new ApiError('METHOD_NOT_ALLOWED', `The route supports ${allowed}`, undefined, { allow: allowed });
  }

  private methodsOf(url: string): Set<string> {
    const known = this.methods.get(url);
    if (known) return known;
    const added = new Set<string>();
    this.methods.set(url, added);
    this.paths.on('GET', url, () => undefined, added);
    return added;
  }
}
