import { limits } from '../limits.js';
import { RouteSettings } from './route-settings.js';

/** On a route that answers without an API key. Whoever is not known sends little. */
export const PublicRoute = (): MethodDecorator =>
  RouteSettings({ access: 'public', bodyBytes: limits.anonymousBodyBytes });
