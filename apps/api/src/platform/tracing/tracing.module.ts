import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';

import type { AppConfig } from '../config/index.js';
import { RequestSpanInterceptor } from './request-span.interceptor.js';
import { enableTracing } from './with-span.js';

/** OpenTelemetry spans, if the operator has enabled them. Otherwise requests pass through no tracing code. */
@Module({})
export class TracingModule {
  static forRoot({ tracing }: AppConfig): DynamicModule {
    enableTracing(tracing);
    const spans = { provide: APP_INTERCEPTOR, useClass: RequestSpanInterceptor };
    return { module: TracingModule, providers: tracing ? [spans] : [] };
  }
}
