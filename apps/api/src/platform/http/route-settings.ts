import type { ErrorShape } from './errors/error-body.js';
import { ApiExtension } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import 'reflect-metadata';

/** Files that a route takes. */
export interface FileLimits {
  readonly count: number;
  /** Of one file, and of all with the fields beside them. */
  readonly bytes: number;
  readonly allBytes: number;
}

/** What a route tells the layers before its controller. */
export interface RouteSettings {
  /** Who may ask where not everybody with a key or a session may: anybody, or only people who signed in. */
  readonly access?: 'public' | 'session';
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

const settingsKey = Symbol('RouteSettings');

/** Settings of several decorators on one route add up. */
export const RouteSettings =
  (settings: RouteSettings): MethodDecorator =>
  (target, name, descriptor) => {
    const handler = descriptor.value as object;
    const before = Reflect.getMetadata(settingsKey, handler) as RouteSettings | undefined;
    const all: RouteSettings = { ...before, ...settings };
    Reflect.defineMetadata(settingsKey, all, handler);
    RouteConfig(all)(target, name, descriptor);
    if (settings.errorShape) ApiExtension(errorShapeKey, settings.errorShape)(target, name, descriptor);
  };

/** The settings of the route a Fastify request was sent to; empty when it was sent to none. */
export function routeSettingsOf(request: { readonly routeOptions?: { readonly config?: unknown } }): RouteSettings {
  return request.routeOptions?.config ?? {};
}
