import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsDefined, IsOptional, ArrayMaxSize, IsArray } from 'class-validator';
import { type DeclaredField, declareField } from './declared-fields.js';

export interface FieldOptions {
  /** Default false: the field can be absent or null, which mean the same except in a `ChangeBody`. */
  readonly required?: boolean;
  /** Whether null has a meaning of its own: the OpenAPI document says so, and a `ChangeBody` accepts it. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  /** Type of record whose ids, names or codes the field contains, so that a form can offer them. */
  readonly refersTo?: string;
}

/**
 * Declares a field of a body or query: its validation, how it is read, and its schema in the OpenAPI document. Only declared fields are
 * read from a request. The other decorators in this folder are based on this one.
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
    const { description, refersTo } = options;
    declareField(prototype, String(name), {
      ...{ ...declared, required, api, nullable: options.nullable === true },
      ...(description !== undefined && { description }),
      ...(refersTo !== undefined && { refersTo }),
    });
    for (const decorate of decorators) decorate(prototype, name);
  };
}

const described = ({ nullable, description, example }: FieldOptions): object => ({
  ...(nullable === true && { nullable }),
  ...(description !== undefined && { description }),
  ...(example !== undefined && { example }),
});

type Provided<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** Returns the fields of a body that have a value. In a PATCH, both absent and null leave a field unchanged. */
export const providedFields = <T extends object>(body: T): Provided<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined)) as Provided<T>;

/** An array whose elements are read later, by code that knows their structure. */
export const JsonArrayField = (max: number, options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: 'array', items: { type: 'object', additionalProperties: true }, maxItems: max }, [
    ArrayMaxSize(max),
    IsArray(),
  ]);

/** A field of the record that only the server writes. It is accepted and ignored, so that a record that was read can be sent back. */
export const ReadOnlyField = (): PropertyDecorator => Field({}, { readOnly: true }, [], { readOnly: true });
