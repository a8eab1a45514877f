import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, type ApiPropertyOptions, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { canReadWithEntities } from '../../../decisions/evaluations/index.js';
import { ApiErrors, Query } from '../../../../platform/http/index.js';
import { ReadFields, type RuleField } from '../use-cases/read-fields.js';
import { RuleFieldsQuery } from '../dto/monitoring.queries.js';
import type { FieldStatistics, TopValue } from '../domain/field-statistics.js';

const value = {
  oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object', additionalProperties: true }],
  description: 'As in a condition in JSON form',
} satisfies ApiPropertyOptions;

class TopValueDto implements TopValue {
  @ApiProperty(value) value!: unknown;
  @ApiProperty({ description: 'Of the records that have the field' }) share!: number;
}

class QuantilesDto {
  @ApiProperty(value) p5!: unknown;
  @ApiProperty(value) p50!: unknown;
  @ApiProperty(value) p95!: unknown;
  @ApiProperty(value) p99!: unknown;
}

class RuleFieldDto implements RuleField {
  @ApiProperty({ description: 'As in rule text' }) path!: string;
  @ApiProperty() jsonPath!: string;
  @ApiProperty() label!: string;
  @ApiProperty() description!: string;
  @ApiProperty({
    oneOf: [...value.oneOf, { type: 'array', items: {} }],
    nullable: true,
    description: 'An example value, as in a condition in JSON form; `null` if the field has no such value',
  })
  example!: unknown;
  @ApiProperty() type!: string;
  @ApiProperty({ type: String, nullable: true }) elementType!: string | null;
  @ApiProperty({ type: [String], nullable: true }) enum!: readonly string[] | null;
  @ApiProperty({ type: String, nullable: true }) collation!: string | null;
  @ApiProperty({ description: 'false: it can never be missing' }) nullable!: boolean;
  @ApiProperty({ type: [String], description: 'Operators that type-check on it' }) operators!: readonly string[];
  @ApiProperty({ type: String, nullable: true, example: 'BR', description: 'The only country with this field' })
  countryCode!: string | null;
  @ApiProperty({ description: 'Computed from other fields' }) derived!: boolean;
  @ApiProperty({ description: 'Its values are masked' }) sensitive!: boolean;
  @ApiProperty({ description: 'An object that can have undeclared keys' }) openKeys!: boolean;
  @ApiProperty({ type: Number, nullable: true, required: false, description: 'Share of the records that have it' })
  fillRate?: number | null;
  @ApiProperty({
    type: [TopValueDto],
    nullable: true,
    required: false,
    description: 'For texts, enumerations and flags',
  })
  topValues?: readonly TopValue[] | null;
  @ApiProperty({ type: QuantilesDto, nullable: true, required: false, description: 'For numbers, amounts and times' })
  quantiles?: FieldStatistics['quantiles'];
}

class RuleFieldsDto {
  @ApiProperty() success!: true;
  @ApiProperty() targetEntityType!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When records were sampled' })
  asOf!: string | null;
  @ApiProperty({ description: 'The newest sampled records of the last 30 days' }) sampleSize!: number;
  @ApiProperty({ type: [RuleFieldDto] }) fields!: readonly RuleField[];
}

@ApiTags('rules')
@Controller('rules/fields')
export class FieldsController {
  constructor(private readonly reading: ReadFields) {}

  /**
   * Lists the fields that rules may read, with statistics from the organization's own records for callers who may read these and the
   * entities in them.
   */
  @Get()
  @ApiOperation({ summary: 'List the fields that rules can read' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: RuleFieldsDto })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: RuleFieldsQuery): Promise<RuleFieldsDto> {
    const { targetEntityType, include } = query;
    const found =
      include === 'none' || !canReadWithEntities(principal, targetEntityType)
        ? { asOf: null, sampleSize: 0, fields: this.reading.listFields(targetEntityType) }
        : await this.reading.withStatistics(principal.organizationId, targetEntityType, new Date());
    const { asOf, sampleSize, fields } = found;
    return {
      success: true,
      targetEntityType,
      asOf: asOf?.toISOString() ?? null,
      sampleSize,
      fields: fields.filter((field) => isWanted(field, query)),
    };
  }
}

function isWanted({ path, jsonPath, label, description }: RuleField, { search, prefix }: RuleFieldsQuery): boolean {
  const word = search?.toLowerCase();
  const isFound = word === undefined || [path, label, description].some((text) => text.toLowerCase().includes(word));
  return isFound && (prefix === undefined || path.startsWith(prefix) || jsonPath.startsWith(prefix));
}
