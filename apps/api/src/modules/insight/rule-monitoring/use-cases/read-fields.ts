import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { resolveOverload, type Declaration, type FieldDeclaration, formatPath, type Type } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { limits } from '../../../../platform/limits.js';
import { isSensitive, type RecordType, targetByRecordType } from '../../../decisions/evaluations/index.js';
import { fieldValue, RecentRecords } from '../../../decisions/record-samples/index.js';
import { fieldExample } from '../domain/field-example.js';
import { fieldStatistics, type FieldStatistics } from '../domain/field-statistics.js';

/** A field that rules for a type of record may read. */
export interface RuleField extends Partial<FieldStatistics> {
  readonly path: string;
  readonly jsonPath: string;
  readonly label: string;
  readonly description: string;
  /** An invented example, even for sensitive fields. */
  readonly example: unknown;
  readonly type: string;
  readonly elementType: string | null;
  readonly enum: readonly string[] | null;
  readonly collation: string | null;
  readonly nullable: boolean;
  readonly operators: readonly string[];
  /** `null` if the field exists in many countries. */
  readonly countryCode: string | null;
  readonly derived: boolean;
  readonly sensitive: boolean;
  readonly openKeys: boolean;
}

interface FieldSample {
  readonly asOf: Date;
  readonly sampleSize: number;
  /** By path. */
  readonly statistics: ReadonlyMap<string, FieldStatistics>;
}

/** Fields between two pauses in which other requests are handled. */
const fieldsPerTick = 10;

/** `GET /rules/fields`: the fields that rules may read, and their values in the organization's records. */
@Injectable()
export class ReadFields {
  /** By organization and type. */
  private readonly samples = new Map<string, Promise<FieldSample>>();

  constructor(private readonly recent: RecentRecords) {}

  /** Returns the fields without statistics. */
  listFields(recordType: RecordType): readonly RuleField[] {
    return libraryCatalogue.schema.fields(targetByRecordType[recordType]).map(toRuleField);
  }

  /** Returns the fields with statistics from a sample of the newest records, taken at most once in some minutes. */
  async withStatistics(organizationId: string, recordType: RecordType, now: Date) {
    const { asOf, sampleSize, statistics } = await this.sample(organizationId, recordType, now);
    const fields = this.listFields(recordType).map((field) => ({ ...field, ...statistics.get(field.path) }));
    return { asOf, sampleSize, fields };
  }

  private async sample(organizationId: string, recordType: RecordType, now: Date): Promise<FieldSample> {
    const key = `${organizationId} ${recordType}`;
    const known = await this.samples.get(key);
    if (known && now.getTime() - known.asOf.getTime() < limits.fieldStatisticsMs) return known;
    if (this.samples.size >= limits.fieldStatisticsKept) this.samples.clear();
    const taking = this.takeSample(organizationId, recordType, now);
    this.samples.set(key, taking);
    taking.catch(() => this.samples.delete(key));
    return taking;
  }

  private async takeSample(organizationId: string, recordType: RecordType, asOf: Date): Promise<FieldSample> {
    const { records, settings } = await this.recent.take(organizationId, recordType, asOf);
    const statistics = new Map<string, FieldStatistics>();
    for (const [index, field] of libraryCatalogue.schema.fields(targetByRecordType[recordType]).entries()) {
      if (index % fieldsPerTick === 0) await setImmediate();
      const values = records.map((record) => fieldValue(field, record, settings));
      statistics.set(field.path, fieldStatistics(values, field.type, !isSensitive(field)));
    }
    return { asOf, sampleSize: records.length, statistics };
  }
}

const labelOf = (path: string): string => {
  const last = path.slice(path.lastIndexOf('.') + 1);
  return last.replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
};

/** Names of fields that exist in one country only. */
const countryByName: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AR: ['cbu', 'cvu', 'destinationCuit'],
    BR: ['cnae', 'cnaeDescription', 'pixKey', 'pixKeyType'],
  }).flatMap(([country, names]) => names.map((name): [string, string] => [name, country])),
);

function toRuleField(field: FieldDeclaration): RuleField {
  const { path, jsonPath, type, nullable, description, derived, openKeys } = field;
  return {
    path,
    jsonPath: formatPath(jsonPath),
    label: labelOf(path),
    description,
    example: fieldExample(field),
    type: type.kind,
    elementType: type.kind === 'list' ? type.element.kind : null,
    enum: type.kind === 'enum' ? type.values : null,
    collation: type.kind === 'text' ? type.collation : null,
    nullable,
    operators: operatorsOn(type),
    countryCode: countryByName.get(path.slice(path.lastIndexOf('.') + 1)) ?? null,
    derived: derived !== undefined,
    sensitive: isSensitive(field),
    openKeys: openKeys === true,
  };
}

const operatorsByType = new Map<string, readonly string[]>();

/** Returns the operators whose first operand has the type. */
function operatorsOn(type: Type): readonly string[] {
  const key = type.kind === 'list' ? `list ${type.element.kind}` : type.kind;
  const known = operatorsByType.get(key);
  if (known) return known;
  const takes = ({ signatures }: Declaration): boolean =>
    [0, 1, 2].some(
      (others) => resolveOverload(signatures, [type, ...new Array<Type>(others).fill({ kind: 'any' })]) !== null,
    );
  const names = libraryCatalogue.operators.filter(takes).map(({ name }) => name);
  operatorsByType.set(key, names);
  return names;
}
