import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

import { anyValue } from '../../../../platform/http/index.js';
import { RuleApprovalDto } from './rule-approvals.dto.js';

const value: ApiPropertyOptions = { ...anyValue, description: 'As in the JSON form of rules' };
const keys: ApiPropertyOptions = { type: [String], description: 'Keys of the rules that use it' };
const range: ApiPropertyOptions = { type: 'array', items: {}, minItems: 2, maxItems: 2, nullable: true };

class SharedNameDto {
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['list', 'const', 'param', 'define'] }) kind!: string;
  @ApiProperty({ ...value, nullable: true }) value!: unknown;
  @ApiProperty({ type: [String], required: false, description: 'Parameters of a `define`' }) params?: readonly string[];
  @ApiProperty({ ...range, required: false }) between?: readonly unknown[] | null;
  @ApiProperty({ ...value, required: false, nullable: true }) step?: unknown;
  @ApiProperty(keys) usedBy!: readonly string[];
}

export class LibraryNamesDto {
  @ApiProperty() success!: true;
  @ApiProperty() source!: string;
  @ApiProperty() version!: number;
  @ApiProperty({ type: [SharedNameDto] }) names!: readonly SharedNameDto[];
}

export class ChangedNamesDto {
  @ApiProperty() success!: true;
  @ApiProperty() source!: string;
  @ApiProperty() version!: number;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  diagnostics!: readonly object[];
  @ApiProperty({ type: [String], description: 'Keys of the rules whose meaning changed' })
  affectedRules!: readonly string[];
}

export class ParameterDto {
  @ApiProperty() name!: string;
  @ApiProperty({ example: 'money' }) type!: string;
  @ApiProperty(value) value!: unknown;
  @ApiProperty(value) default!: unknown;
  @ApiProperty(range) between!: readonly unknown[] | null;
  @ApiProperty({ ...value, nullable: true }) step!: unknown;
  @ApiProperty(keys) usedBy!: readonly string[];
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) changedAt!: string | null;
  @ApiProperty({ type: String, nullable: true }) changedBy!: string | null;
}

/** The current shared names, while a requested change waits for approval. */
export class NamesWithApprovalDto extends LibraryNamesDto {
  @ApiProperty() approval!: RuleApprovalDto;
}

export class ParametersDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [ParameterDto] }) params!: readonly ParameterDto[];
}

/** The current parameter, while a requested change waits for approval. */
export class ParameterWithApprovalDto {
  @ApiProperty() success!: true;
  @ApiProperty() param!: ParameterDto;
  @ApiProperty() approval!: RuleApprovalDto;
}

export class ChangedParameterDto {
  @ApiProperty() success!: true;
  @ApiProperty() param!: ParameterDto;
  @ApiProperty({ description: 'The rule set that decides from now on' }) ruleSetVersion!: string;
}
