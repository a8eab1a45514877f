import { Param, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';

import { ApiError } from './errors/api-error.js';
import type { ErrorCode } from './errors/error-codes.js';

/**
 * Declares a path parameter that is the id of a `what`. A value that is not a UUID is handled like an unknown id, for which the route answers
 * 404 with `code`.
 */
export const UuidParam = (parameter: string, what: string, code: ErrorCode = 'NOT_FOUND'): ParameterDecorator =>
  Param(parameter, new UuidPipe(what, code));

class UuidPipe implements PipeTransform<string, string> {
  constructor(
    private readonly what: string,
    private readonly code: ErrorCode,
  ) {}

  transform(value: string): string {
    if (!isUUID(value)) throw new ApiError(this.code, `${this.what} not found`, undefined, undefined, 404);
    return value.toLowerCase();
  }
}
