import { SetMetadata } from '@nestjs/common';

export const publicRouteKey = 'tamis:public';

/** On a route that answers without an API key. */
export const PublicRoute = (): MethodDecorator => SetMetadata(publicRouteKey, true);
