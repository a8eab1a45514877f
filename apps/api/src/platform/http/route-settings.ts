import type { ErrorShape } from './errors/error-body.js';
import { ApiExtension } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import 'reflect-metadata';

/** Limits for files that a route accepts. */
export interface FileLimits {
  readonly count: number;
  /** Limits for a single file, and for all files together with the fields. */
  readonly bytes: number;
  readonly allBytes: number;
}

/** An array in a body that may be large: a member of the body, of an object within it, or of each element of another array. */
export interface LargeArray {
  readonly member: string;
  readonly of?: string;
  readonly within?: string;
  /** Maximum characters of the body without the array, if higher than usual. */
  readonly aroundCharacters?: number;
  /** This number of elements plus one is parsed and put into the body. The others are dropped. `null` if all are in `request.bodyRows`. */
  readonly parsed: number | null;
}

/** Settings of a route for the layers before its controller. */
export interface RouteSettings {
  /** Who may use the route, if not everyone with a key or session: anyone, or only signed-in users. */
  readonly access?: 'public' | 'session';
  /** A page or one of its files, which does not count towards the rate limit of a person. */
  readonly isPage?: true;
  /** The request costs money, so its key must name the organization explicitly, even if the key has only one. */
  readonly namesOrganization?: true;
  readonly errorShape?: ErrorShape;
  /** Members of the body whose numbers are read from `request.rawBody` (amounts): `amount`, `transactions.[].amount`. */
  readonly exactMembers?: readonly string[];
  /** Maximum bytes of a body, if higher than usual. */
  readonly bodyBytes?: number;
  /** The array that makes up most of such a body. Its elements are read in a worker thread. */
  readonly largeArray?: LargeArray;
  /** Body types that the route accepts in raw form and reads itself. */
  readonly rawTypes?: readonly string[];
  /** Accepts forms with files, which are in `request.files`. */
  readonly files?: FileLimits;
}

/** Settings of pages and their files: anyone may load them; the data that they show comes from the API. */
export const pageSettings: RouteSettings = { access: 'public', isPage: true };

/** Key in an operation of the OpenAPI document with its error shape, until `describeErrors` has used it. */
export const errorShapeKey = 'x-error-shape';

const settingsKey = Symbol('RouteSettings');

/** Adds settings to a route. The settings of several decorators are combined. */
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

/** Returns the settings of the route that a Fastify request was sent to; empty if it matched no route. */
export function routeSettingsOf(request: { readonly routeOptions?: { readonly config?: unknown } }): RouteSettings {
  return request.routeOptions?.config ?? {};
}
