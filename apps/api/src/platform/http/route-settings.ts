import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

/**
 * - `envelope`: `{success: false, error: {code, message, details?}}`
 * - `entity`: `{error: <text>, code, details?}`, authentication failures as `{error: {code, message}}`
 * - `entity-read`: `{error: <text>, code}` for authentication failures too
 */
export type ErrorShape = 'envelope' | 'entity' | 'entity-read';

/** What a route tells the layers before its controller. */
export interface RouteSettings {
  readonly errorShape?: ErrorShape;
  /** Top-level members of the body whose numbers are read from `request.rawBody` (amounts). */
  readonly exactMembers?: readonly string[];
}

export const RouteSettings = (settings: RouteSettings): MethodDecorator => applyDecorators(RouteConfig(settings));

/** The settings of the route a Fastify request was sent to; empty when it was sent to none. */
export function routeSettingsOf(request: { readonly routeOptions?: { readonly config?: unknown } }): RouteSettings {
  return request.routeOptions?.config ?? {};
}
