import { applyDecorators } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import { RouteSettings } from '../http/index.js';

/** The route is for a person who signed in, in no organization; keys are refused. */
export const SessionRoute = (): MethodDecorator =>
  applyDecorators(RouteSettings({ access: 'session' }), ApiExtension('x-permission', null), ApiCookieAuth());
