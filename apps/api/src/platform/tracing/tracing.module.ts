import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';

import { RequestSpanInterceptor } from './request-span.interceptor.js';

/** Spans for OpenTelemetry, where an operator has turned them on. */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: RequestSpanInterceptor }] })
export class TracingModule {}
