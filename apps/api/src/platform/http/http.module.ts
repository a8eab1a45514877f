import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';

import { ApiExceptionFilter } from './api-exception.filter.js';
import { ErrorCatalogue } from './errors/error-catalogue.js';
import { DiagnosticsController } from './diagnostics.controller.js';
import { ErrorsController } from './errors.controller.js';
import { ValidationPipe, UnknownQueryGuard } from './validation/validation.pipe.js';

/** What every route uses, in addition to authentication. */
@Module({
  controllers: [DiagnosticsController, ErrorsController],
  providers: [
    ErrorCatalogue,
    { provide: APP_FILTER, useClass: ApiExceptionFilter },
    { provide: APP_PIPE, useClass: ValidationPipe },
    { provide: APP_GUARD, useClass: UnknownQueryGuard },
  ],
})
export class HttpModule {}
