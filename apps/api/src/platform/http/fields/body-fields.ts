import type { Type } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsISO31661Alpha2,
  IsISO4217CurrencyCode,
  IsNumber,
  IsObject,
  IsString,
  IsUUID,
  isUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';

import { limits } from '../../limits.js';
import type { DeclaredField } from './declared-fields.js';
import { Field, type FieldOptions } from './field.js';
import { IsDate10, IsInstant, IsTimeZone } from './time-checks.js';

export interface TextOptions extends FieldOptions {
  readonly min?: number;
  readonly max: number;
  readonly pattern?: RegExp;
  /** Description of the pattern in words. */
  readonly patternMessage?: string;
}

export const TextField = (options: TextOptions): PropertyDecorator => textField(options, {});

function textField(options: TextOptions, declared: DeclaredField): PropertyDecorator {
  const min = options.min ?? 0;
  const checks = [Length(min, options.max), IsString()];
  if (options.pattern)
    checks.unshift(Matches(options.pattern, { message: options.patternMessage ?? '$property has the wrong form' }));
  return Field(options, { type: String, minLength: min, maxLength: options.max }, checks, declared);
}

type NameOptions = Omit<TextOptions, 'pattern' | 'patternMessage' | 'min'>;

/** Characters that nobody sees do not name anything. */
const notBlank = {
  min: 1,
  pattern: /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u,
  patternMessage: '$property must not be empty',
};

/** A text that contains more than whitespace and invisible characters. */
export const NameField = (options: NameOptions): PropertyDecorator => TextField({ ...options, ...notBlank });

const trim = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Like `NameField`, with surrounding whitespace removed. */
export const TrimmedField = (options: NameOptions): PropertyDecorator =>
  textField({ ...options, ...notBlank }, { parse: trim });

export interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

const bounds = ({ min, max }: NumberOptions): PropertyDecorator[] => [
  ...(min === undefined ? [] : [Min(min)]),
  ...(max === undefined ? [] : [Max(max)]),
];

const range = ({ min, max }: NumberOptions): object => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
});

export const NumberField = (options: NumberOptions = {}): PropertyDecorator =>
  Field(options, { type: Number, ...range(options) }, [
    ...bounds(options),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message: '$property must be a number' }),
  ]);

export const IntegerField = (options: NumberOptions = {}): PropertyDecorator =>
  Field(options, { type: 'integer', ...range(options) }, [...bounds(options), IsInt()]);

/** Version of a record on which a change is based: `checkVersion` refuses the change if it is not the current one. */
export const IfVersionField = (): PropertyDecorator =>
  IntegerField({ min: 1, description: 'The version that was read; any other version is a conflict' });

export const BooleanField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: Boolean }, [IsBoolean()]);

/** `name` is the name of the enumeration in the OpenAPI document. A nullable enumeration appears there without its name. */
export const EnumField = (values: readonly string[], name: string, options: FieldOptions = {}): PropertyDecorator =>
  Field(
    options,
    options.nullable ? { type: String, enum: [...values, null] } : { enum: [...values], enumName: name },
    [IsIn([...values], { message: `$property must be one of ${values.join(', ')}` })],
    { values },
  );

const toLowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** A UUID in either case, read as it is stored: in lower case. */
export const UuidField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: String, format: 'uuid' }, [IsUUID()], { parse: toLowerCase });

/** A timestamp in ISO 8601 format with a time zone offset. */
export const InstantField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: String, format: 'date-time' }, [IsInstant()], { time: 'instant' });

/** A calendar date, `YYYY-MM-DD`. */
export const DateField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: String, format: 'date' }, [IsDate10()], { time: 'day' });

/** An email address. */
export const EmailField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: String, format: 'email', maxLength: limits.emailCharacters }, [
    MaxLength(limits.emailCharacters),
    IsEmail({}, { message: '$property must be an email address' }),
    IsString(),
  ]);

/** A telephone number as people write it: at least five digits, with or without an extension. */
export const PhoneField = (options: FieldOptions = {}): PropertyDecorator =>
  TextField({
    ...options,
    max: limits.phoneCharacters,
    pattern: /^\+?(?:[\s()./-]*\d){5,}[\s()./-]*(?:(?:ext|x|ramal|int|#)\.?\s*\d{1,6})?$/i,
    patternMessage: '$property must be a phone number',
  });

/** A BCP 47 language tag. */
export const LanguageField = (options: FieldOptions = {}): PropertyDecorator =>
  TextField({
    ...options,
    max: 35,
    pattern: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/,
    patternMessage: '$property must be a language tag such as pt-BR',
  });

/** A name from the IANA time zone database. */
export const TimeZoneField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: String }, [IsTimeZone()]);

/** ISO 3166-1 alpha-2, in either case. */
export const CountryField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: String, minLength: 2, maxLength: 2, example: 'BR' }, [
    IsISO31661Alpha2({ message: '$property must be an ISO 3166-1 alpha-2 country code' }),
    IsString(),
  ]);

/** ISO 4217, in either case. */
export const CurrencyField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: String, minLength: 3, maxLength: 3, example: 'BRL' }, [
    IsISO4217CurrencyCode({ message: '$property must be an ISO 4217 currency code' }),
    IsString(),
  ]);

/** An object with arbitrary fields of the caller. It is passed on as parsed. */
export const JsonObjectField = (options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: 'object', additionalProperties: true }, [IsObject()]);

// OpenAPI recognizes a class behind a function only if the function is called `type`.
export const NestedField = (type: () => Type<object>, options: FieldOptions = {}): PropertyDecorator =>
  Field(options, { type: () => type() }, [ValidateNested({ message: '$property must be an object' }), IsObject()], {
    nested: type,
  });

export interface ArrayOptions extends FieldOptions {
  readonly min?: number;
  readonly max: number;
}

const sizes = ({ min, max }: ArrayOptions): PropertyDecorator[] => [
  ...(min === undefined ? [] : [ArrayMinSize(min)]),
  ArrayMaxSize(max),
  IsArray(),
];

const extent = ({ min, max }: ArrayOptions): object => ({ ...(min !== undefined && { minItems: min }), maxItems: max });

export interface NestedArrayOptions extends ArrayOptions {
  /** A field whose value may occur in one element at most. */
  readonly unique?: string;
}

const distinct = (member: string): PropertyDecorator =>
  ArrayUnique((each: Readonly<Record<string, unknown>> | null) => each?.[member], {
    message: `$property must not contain the same ${member} twice`,
  });

/** Without this check, an array used in place of an object would be validated only by its own properties. */
const noArrays = ValidateBy(
  { name: 'noArrays', validator: { validate: (value: unknown) => !Array.isArray(value) } },
  { each: true, message: 'each member must be an object' },
);

export const NestedArrayField = (type: () => Type<object>, options: NestedArrayOptions): PropertyDecorator =>
  Field(
    options,
    { type: () => type(), isArray: true, ...extent(options) },
    [
      ...(options.unique === undefined ? [] : [distinct(options.unique)]),
      ValidateNested({ each: true, message: 'each member must be an object' }),
      noArrays,
      ...sizes(options),
    ],
    { nested: type, max: options.max },
  );

export interface TextArrayOptions extends ArrayOptions, Pick<TextOptions, 'pattern' | 'patternMessage'> {
  readonly maxText: number;
  /** Whether each text may occur only once. */
  readonly unique?: true;
}

export const TextArrayField = (options: TextArrayOptions): PropertyDecorator => {
  const { maxText, pattern, patternMessage: message = 'each of $property must have the right form', unique } = options;
  return Field(options, { type: String, isArray: true, ...extent(options) }, [
    ...(unique ? [ArrayUnique({ message: '$property must not contain duplicates' })] : []),
    ...(pattern ? [Matches(pattern, { each: true, message })] : []),
    Length(0, maxText, { each: true }),
    IsString({ each: true }),
    ...sizes(options),
  ]);
};

/** `name` is the name of the enumeration in the OpenAPI document. */
export const EnumArrayField = (values: readonly string[], name: string, options: ArrayOptions): PropertyDecorator =>
  Field(options, { enum: [...values], enumName: name, isArray: true, ...extent(options) }, [
    IsIn([...values], { each: true, message: `each of $property must be one of ${values.join(', ')}` }),
    ...sizes(options),
  ]);

/** ISO 3166-1 alpha-2, in either case. */
export const CountryArrayField = (options: ArrayOptions): PropertyDecorator =>
  Field(options, { type: String, isArray: true, ...extent(options) }, [
    IsISO31661Alpha2({ each: true, message: 'each of $property must be an ISO 3166-1 alpha-2 country code' }),
    IsString({ each: true }),
    ...sizes(options),
  ]);

export const UuidArrayField = (options: ArrayOptions): PropertyDecorator =>
  Field(
    options,
    { type: String, format: 'uuid', isArray: true, ...extent(options) },
    [IsUUID(undefined, { each: true }), ...sizes(options)],
    { parse: (values) => (Array.isArray(values) ? values.map(toLowerCase) : values) },
  );

/** One or several ids of risk matrices. */
export const MatrixIdField = ({ max }: { readonly max: number }): PropertyDecorator =>
  Field(
    { description: 'As riskMatrixIds, which takes precedence where it is not empty' },
    {
      oneOf: [
        { type: 'string', format: 'uuid' },
        { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: max },
      ],
    },
    [
      ValidateBy({
        name: 'areMatrixIds',
        validator: {
          validate: (value) =>
            Array.isArray(value) ? value.length <= max && value.every((id) => isUUID(id)) : isUUID(value),
          defaultMessage: () => '$property must be the UUID of a risk matrix, or a list of them',
        },
      }),
    ],
    { parse: (ids) => (Array.isArray(ids) ? ids.map(toLowerCase) : toLowerCase(ids)) },
  );
