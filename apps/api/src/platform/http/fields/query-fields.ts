import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsUUID,
  Max,
  Min,
} from 'class-validator';

import { Field, type FieldOptions } from './field.js';
import type { NumberOptions } from './body-fields.js';

const asInteger = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,30}(\.\d{1,18})?$/.test(value) ? Number(value) : value;
const asBoolean = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);
const asList = (value: unknown): unknown => (typeof value === 'string' ? value.split(',') : value);

const bounds = ({ min, max }: NumberOptions): PropertyDecorator[] => [
  ...(min === undefined ? [] : [Min(min)]),
  ...(max === undefined ? [] : [Max(max)]),
];

export const QueryInteger = (options: NumberOptions = {}): PropertyDecorator =>
  Field(options, { type: 'integer', minimum: options.min, maximum: options.max }, [...bounds(options), IsInt()], {
    parse: asInteger,
  });

export const QueryNumber = (options: NumberOptions = {}): PropertyDecorator =>
  Field(options, { type: Number, minimum: options.min, maximum: options.max }, [...bounds(options), IsNumber()], {
    parse: asNumber,
  });

/** A query parameter that is `true` or `false`. */
export const QueryBoolean = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: Boolean }, [IsBoolean({ message: '$property must be true or false' })], { parse: asBoolean });

/** One or more values of an enumeration, separated by commas. Read as an array. */
export const QueryEnumList = (values: readonly string[], name: string, options: FieldOptions = {}): PropertyDecorator =>
  Field(
    options,
    { enum: [...values], enumName: name, isArray: true, style: 'form', explode: false } as object,
    [
      IsIn([...values], {
        each: true,
        message: `$property must be one of ${values.join(', ')}, or several separated by commas`,
      }),
      ArrayMinSize(1),
      IsArray(),
    ],
    { parse: asList },
  );

/** Ids separated by commas, as many as fit in a URL or at most `max`. Read as an array, in lower case. */
export const QueryUuidList = ({ max, ...options }: FieldOptions & { readonly max?: number }): PropertyDecorator =>
  Field(
    options,
    { type: String },
    [IsUUID('all', { each: true }), ...(max === undefined ? [] : [ArrayMaxSize(max)]), IsArray()],
    { parse: (value) => (typeof value === 'string' ? value.toLowerCase().split(',') : value) },
  );
