import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsDefined, IsOptional } from 'class-validator';

import { type DeclaredField, declareField } from './declared-fields.js';

export interface FieldOptions {
  /** Default false: the field may be absent or null, and both mean the same. */
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

/**
 * Declares a field of a body or query: its checks, how it is read, and its place in the OpenAPI document. Only declared fields
 * are read from a request. The other decorators of this folder are made with this one.
 */
export function Field(
  options: FieldOptions,
  api: ApiPropertyOptions,
  checks: readonly PropertyDecorator[],
  declared: DeclaredField = {},
): PropertyDecorator {
  const required = options.required ?? false;
  const documented = { ...api, required, ...described(options) } as ApiPropertyOptions;
  const decorators = [
    ...checks,
    required ? IsDefined({ message: '$property is required' }) : IsOptional(),
    ApiProperty(documented),
  ];
  return (prototype, name) => {
    declareField(prototype, String(name), declared);
    for (const decorate of decorators) decorate(prototype, name);
  };
}

const described = ({ description, example }: FieldOptions): object => ({
  ...(description !== undefined && { description }),
  ...(example !== undefined && { example }),
});
