import { ArrayMaxSize, IsArray } from 'class-validator';

import { Field, type FieldOptions } from './field.js';

/** An array whose members are read later, by what knows their form. */
export const JsonArrayField = (max: number, options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: 'array', items: { type: 'object', additionalProperties: true }, maxItems: max }, [
    ArrayMaxSize(max),
    IsArray(),
  ]);

/** A field of the record that only the server writes; accepted and ignored, so that a record that was read can be sent back. */
export const ServerField = (): PropertyDecorator => Field({}, { readOnly: true }, []);
