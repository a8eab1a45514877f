import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

import {
  EnumField,
  Field,
  IgnoreUnknownFields,
  membersOf,
  QueryBoolean,
  UuidField,
} from '../../../platform/http/index.js';
import { isTimeFormat } from '../domain/iso-time.js';
import { type BatchErrorHandling, batchErrorHandlings } from '../domain/transaction-batch.js';
import {
  cellTransforms,
  type ColumnMapping,
  type ColumnSpec,
  columnTypes,
  type KnownMembers,
} from '../domain/upload-columns.js';
import { CreateTransactionBody } from './create-transaction.body.js';

/** What columns of files may be named. */
export const paymentMembers: KnownMembers = new Map(
  membersOf(CreateTransactionBody).map((member) => [member.path.toLowerCase(), member]),
);

/** What a payment must have. */
export const neededMembers = ['externalId', 'type', 'amount', 'currency'] as const;

const path = /^(?!.*__proto__)[^.]{1,255}(\.[^.]{1,255}){0,9}$/;
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 1_000;
const isOneOf =
  (values: readonly string[]) =>
  (value: unknown): boolean =>
    values.includes(value as string);

/** What is wrong with a member of a column; members that are not named here are refused. */
const specChecks: Readonly<Record<keyof ColumnSpec, readonly [check: (value: unknown) => boolean, wanted: string]>> = {
  path: [(value) => typeof value === 'string' && path.test(value), 'must be the path of a member'],
  type: [isOneOf(columnTypes), `must be one of ${columnTypes.join(', ')}`],
  dateFormat: [
    (value) => isText(value) && isTimeFormat(value as string),
    'must be made of yyyy, MM, dd, HH, mm, ss and SSS',
  ],
  default: [isText, 'must be text'],
  required: [(value) => typeof value === 'boolean', 'must be true or false'],
  transform: [isOneOf(cellTransforms), `must be one of ${cellTransforms.join(', ')}`],
  valueMap: [
    (value) => typeof value === 'object' && value !== null && Object.values(value).every(isText),
    'must be an object of texts',
  ],
};

/** What a column is, or what is wrong with it. */
function specOf(given: unknown): ColumnSpec | string {
  const spec = typeof given === 'string' ? { path: given } : given;
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec))
    return 'must be a path or an object with `path`';
  if (!('path' in spec)) return 'must name a path';
  for (const [name, value] of Object.entries(spec)) {
    if (!Object.hasOwn(specChecks, name)) return `has no member ${name}`;
    const [check, wanted] = specChecks[name as keyof ColumnSpec];
    if (!check(value)) return `${name} ${wanted}`;
  }
  const { path: to } = spec as ColumnSpec;
  const known = paymentMembers.get(to.split('.')[0]!.toLowerCase());
  if (!to.startsWith(known?.path ?? '\0')) return `path must begin with a member of a payment`;
  return { ...(spec as ColumnSpec), ...((spec as ColumnSpec).dateFormat !== undefined && { type: 'date' }) };
}

/** A mapping, or what is wrong with the text of one. */
export function columnMappingOf(text: unknown): ColumnMapping | string {
  let sent: unknown = text;
  try {
    if (typeof text === 'string') sent = JSON.parse(text);
  } catch {
    return 'must be JSON';
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'must be an object by names of columns';
  const mapping = new Map<string, ColumnSpec>();
  for (const [name, given] of Object.entries(sent)) {
    const spec = specOf(given);
    if (typeof spec === 'string') return `${name}: ${spec}`;
    mapping.set(name.trim(), spec);
  }
  return mapping;
}

const IsColumnMapping = (): PropertyDecorator =>
  ValidateBy({
    name: 'isColumnMapping',
    validator: {
      validate: (value) => typeof columnMappingOf(value) !== 'string',
      defaultMessage: (given) => `columnMapping ${columnMappingOf(given?.value) as string}`,
    },
  });

/** The fields of a form with files of payments, beside `file`. */
@IgnoreUnknownFields()
export class UploadTransactionsBody {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'binary' },
    minItems: 1,
    maxItems: 5,
    description: 'CSV, XLSX, JSON (an array of bodies of `POST /transactions`) or JSONL, by its name',
  })
  file?: unknown;
  @Field(
    {},
    {
      type: String,
      description:
        'JSON `{<column>: <path> or {path, type, dateFormat, default, required, transform, valueMap}}`. Default: columns are named like ' +
        'the members of a payment, dotted below them: `deviceDetails.ipAddress`',
    },
    [IsColumnMapping()],
  )
  columnMapping?: string;
  @UuidField({ description: 'In place of `columnMapping`' }) mappingId?: string;
  @QueryBoolean({ description: 'Default true' }) executeRules?: boolean;
  @QueryBoolean({ description: 'Default true: a payment whose external id is taken is passed over' })
  skipDuplicates?: boolean;
  @QueryBoolean({ description: 'Default true: references that resolve to no entity are refused' })
  validateExistingEntity?: boolean;
  @QueryBoolean({ description: 'Wins over validateExistingEntity' }) linkEntityStrict?: boolean;
  @EnumField(batchErrorHandlings, 'BatchErrorHandling', {
    description: 'What becomes of the others where a payment cannot be stored. Default `rollback_all`: none is stored',
  })
  batchErrorHandling?: BatchErrorHandling;
}
