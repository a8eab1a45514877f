import { Param, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';

import { notFound } from './errors/api-error.js';

/** Declares a path parameter that is the id of a `what`. A value that is not a UUID is handled like an unknown id. */
export const UuidParam = (parameter: string, what: string): ParameterDecorator => Param(parameter, new UuidPipe(what));

class UuidPipe implements PipeTransform<string, string> {
  constructor(private readonly what: string) {}

  transform(value: string): string {
    if (!isUUID(value)) throw notFound(this.what);
    return value.toLowerCase();
  }
}
