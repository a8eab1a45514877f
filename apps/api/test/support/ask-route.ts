import { hostileBodyCases } from './hostile-body-cases.js';
import type { Route } from './list-routes.js';
import { belowOf, tenancyCases } from './route-cases.js';
import type { TenantRecords } from './tenant-records.js';

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export interface RouteRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Returns a request to a route for these records, with a valid body if the route reads one. */
export function requestOf(route: Route, records: TenantRecords): RouteRequest {
  const tenancy = tenancyCases[route.name]!;
  const of = 'record' in tenancy ? tenancy : null;
  const path = route.path
    .replace(/:\w+/, encodeURIComponent(of ? records[of.record] : 'x'))
    .replace(/:\w+/, belowOf(tenancy, records));
  return {
    method: route.method,
    path: of?.query ? `${path}?${of.query(records)}` : path,
    ...(writes.has(route.method) && { body: hostileBodyCases[route.name]?.(records) ?? {} }),
  };
}
