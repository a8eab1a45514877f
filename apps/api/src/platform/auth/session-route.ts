import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension } from '@nestjs/swagger';

export const sessionRouteKey = 'tamis:session';

/** The route is for a person who signed in, in no organization; keys are refused. */
export const SessionRoute = (): MethodDecorator =>
  applyDecorators(SetMetadata(sessionRouteKey, true), ApiExtension('x-permission', null), ApiCookieAuth());
