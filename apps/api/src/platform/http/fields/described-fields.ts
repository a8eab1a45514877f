import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { declaredFieldsOf } from './declared-fields.js';

const fieldTypes = ['text', 'enum', 'uuid', 'instant', 'integer', 'number', 'boolean', 'object'] as const;
export type DescribedType = (typeof fieldTypes)[number];

/** A body field as presented in forms. Derived from the declaration that validates it. */
export class DescribedField {
  @ApiProperty() name!: string;
  @ApiProperty({ enum: [...fieldTypes] }) type!: DescribedType;
  @ApiProperty({ description: 'Whether it is an array of such values' }) isArray!: boolean;
  @ApiProperty() required!: boolean;
  @ApiProperty({ type: [String], required: false, description: 'For an enum: all possible values' })
  values?: readonly string[];
  @ApiProperty({ required: false, description: 'For a text, or each text of an array' }) maxLength?: number;
  @ApiProperty({ required: false }) minimum?: number;
  @ApiProperty({ required: false }) maximum?: number;
  @ApiProperty({ required: false, description: 'For an array' }) minItems?: number;
  @ApiProperty({ required: false }) maxItems?: number;
  @ApiProperty({ required: false, description: 'Type of record that it identifies' }) refersTo?: string;
  @ApiProperty({ required: false }) description?: string;
}

interface ApiOptions {
  readonly type?: unknown;
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly isArray?: boolean;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const limitNames = ['maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;
const plainTypes: ReadonlyMap<unknown, DescribedType> = new Map<unknown, DescribedType>([
  [String, 'text'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  ['integer', 'integer'],
]);
const formats: Readonly<Record<string, DescribedType>> = { uuid: 'uuid', 'date-time': 'instant' };

/** Returns the fields of a class, in order of declaration. */
export function describedFieldsOf(type: Type<object>): readonly DescribedField[] {
  return Array.from(declaredFieldsOf(type.prototype as object), ([name, field]): DescribedField => {
    const { required = false, description, refersTo } = field;
    const api = (field.api ?? {}) as ApiOptions;
    const values = api.enum?.filter((each) => each !== null);
    const limits = limitNames.flatMap((each) => (api[each] === undefined ? [] : [[each, api[each]]]));
    return {
      name,
      type: values ? 'enum' : (formats[api.format ?? ''] ?? plainTypes.get(api.type) ?? 'object'),
      isArray: api.isArray === true || api.type === 'array',
      required,
      ...(values && { values }),
      ...(Object.fromEntries(limits) as object),
      ...(refersTo !== undefined && { refersTo }),
      ...(description !== undefined && { description }),
    };
  });
}
