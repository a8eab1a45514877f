import type { ErrorShape } from './errors/error-body.js';
import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';

/** Files that a route takes. */
export interface FileLimits {
  readonly count: number;
  /** Of one file, and of all with the fields beside them. */
  readonly bytes: number;
  readonly allBytes: number;
}

/** What a route tells the layers before its controller. */
export interface RouteSettings {
  readonly errorShape?: ErrorShape;
  /** Members of the body whose numbers are read from `request.rawBody` (amounts): `amount`, `transactions.[].amount`. */
  readonly exactMembers?: readonly string[];
  /** Bytes of a body, where more than others may be sent. */
  readonly bodyBytes?: number;
  /** It takes forms with files, which stand in `request.files`. */
  readonly files?: FileLimits;
}

/** The member of an operation of the OpenAPI document that names its shape, until `describeErrors` has used it. */
export const errorShapeKey = 'x-error-shape';

export const RouteSettings = (settings: RouteSettings): MethodDecorator =>
  applyDecorators(
    RouteConfig(settings),
    ...(settings.errorShape ? [ApiExtension(errorShapeKey, settings.errorShape)] : []),
  );

/** The settings of the route a Fastify request was sent to; empty when it was sent to none. */
export function routeSettingsOf(request: { readonly routeOptions?: { readonly config?: unknown } }): RouteSettings {
  return request.routeOptions?.config ?? {};
}
