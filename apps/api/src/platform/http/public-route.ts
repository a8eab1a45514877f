import { limits } from '../limits.js';
import { RouteSettings } from './route-settings.js';

/** Marks a route as usable without an API key. Anonymous callers may send only small bodies. */
export const PublicRoute = (): MethodDecorator =>
  RouteSettings({ access: 'public', bodyBytes: limits.anonymousBodyBytes });
