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

/** An array of a body that may be large: a member of the body, of an object that it has, or of each element of another array. */
export interface LargeArray {
  readonly member: string;
  readonly of?: string;
  readonly within?: string;
  /** Characters of the body without it, where those may be more than others. */
  readonly aroundCharacters?: number;
  /** So many elements and one more are parsed and stand in the body; the others are left out. Null: they stand in `request.bodyRows`. */
  readonly parsed: number | null;
}

/** What a route tells the layers before its controller. */
export interface RouteSettings {
  /** Who may ask where not everybody with a key or a session may: anybody, or only people who signed in. */
  readonly access?: 'public' | 'session';
  /** It costs money: a key names its organization as well, though it has one alone. */
  readonly namesOrganization?: true;
  readonly errorShape?: ErrorShape;
  /** Members of the body whose numbers are read from `request.rawBody` (amounts): `amount`, `transactions.[].amount`. */
  readonly exactMembers?: readonly string[];
  /** Bytes of a body, where more than others may be sent. */
  readonly bodyBytes?: number;
  /** Where that is most of such a body: its elements are read in a thread. */
  readonly largeArray?: LargeArray;
  /** It takes bodies of these types as they are, and reads them itself. */
  readonly rawTypes?: readonly string[];
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
