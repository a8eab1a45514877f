import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsDefined, IsOptional } from 'class-validator';

import { type DeclaredField, declareField } from './declared-fields.js';

export interface FieldOptions {
  /** Default false: the field may be absent or null, and both mean the same. */
  readonly required?: boolean;
  /** Whether the OpenAPI document says that null is taken too: where null means something that callers should know. */
  readonly nullable?: boolean;
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
    declareField(prototype, String(name), { ...declared, required });
    for (const decorate of decorators) decorate(prototype, name);
  };
}

const described = ({ nullable, description, example }: FieldOptions): object => ({
  ...(nullable === true && { nullable }),
  ...(description !== undefined && { description }),
  ...(example !== undefined && { example }),
});
