import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { RuleCostDto } from './rule-cost.dto.js';
import { UnknownableDto } from './rule-record.dto.js';

const record = { type: 'object', additionalProperties: true } as const;
const records: ApiPropertyOptions = { type: 'array', items: record };

export class ValidationDto {
  @ApiProperty() success!: true;
  @ApiProperty({ description: 'Whether there are no errors' }) valid!: boolean;
  @ApiProperty(records) diagnostics!: readonly object[];
  @ApiProperty() cost!: RuleCostDto;
  @ApiProperty({ ...records, description: '`path`, `jsonPath`, `rules`' }) fieldsUsed!: readonly object[];
  @ApiProperty({ type: [UnknownableDto], description: 'What can make a rule unknown' })
  unknownable!: readonly UnknownableDto[];
  @ApiProperty({ ...records, description: 'Rules without errors: `key`, `name`, `range`, `cost`' })
  rules!: readonly object[];
  @ApiProperty({ type: String, required: false, description: 'The text of a JSON form' }) source?: string;
  @ApiProperty({
    oneOf: [{ type: 'string' }, record],
    required: false,
    description: 'With every safe fix applied; by file',
  })
  fixed?: string | object;
}

export class ConvertedRulesDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: String, required: false }) source?: string;
  @ApiProperty({ type: String, required: false, description: '`source` in canonical layout' }) formatted?: string;
  @ApiProperty({ ...records, required: false }) rules?: readonly object[];
  @ApiProperty({ ...records, required: false, description: '`name`, `kind`, `value`' })
  declarations?: readonly object[];
  @ApiProperty(records) diagnostics!: readonly object[];
}

const diagnostics = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

class TestCaseDto {
  @ApiProperty({ type: String, nullable: true, description: 'The values of a `vary` as written; `null` without one' })
  value!: string | null;
  @ApiProperty({ enum: ['passed', 'failed'] }) status!: string;
  @ApiProperty({ type: String, nullable: true, description: 'For a `vary`: the expected outcome' })
  expected!: string | null;
  @ApiProperty({ type: [String], description: 'The actual outcomes, by failed expectation' }) got!: readonly string[];
}

class TestResultDto {
  @ApiProperty() file!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Key; null for a test of several rules' })
  rule!: string | null;
  @ApiProperty({ type: [String] }) rules!: readonly string[];
  @ApiProperty() test!: string;
  @ApiProperty({ enum: ['passed', 'failed', 'todo'] }) status!: string;
  @ApiProperty({ description: 'Whether everything that a `todo` test expects is met' }) todoPasses!: boolean;
  @ApiProperty({ type: [TestCaseDto] }) cases!: readonly TestCaseDto[];
  @ApiProperty(diagnostics) diagnostics!: readonly object[];
}

class TestCoverageDto {
  @ApiProperty({ description: 'Comparisons in conditions' }) conditions!: number;
  @ApiProperty() trueSeen!: number;
  @ApiProperty() falseSeen!: number;
  @ApiProperty({ description: 'Those that can be unknown' }) nullable!: number;
  @ApiProperty() unknownSeen!: number;
}

class SurvivorDto {
  @ApiProperty({ description: 'Key of the rule or name of the declaration' }) rule!: string;
  @ApiProperty() from!: string;
  @ApiProperty() to!: string;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) range!: object | null;
  @ApiProperty({ description: 'What a test that detects it would check' }) hint!: string;
}

class MutantsDto {
  @ApiProperty() total!: number;
  @ApiProperty() killed!: number;
  @ApiProperty({ type: [SurvivorDto], description: 'Changes that no test detects' })
  survivors!: readonly SurvivorDto[];
}

export class TestedRulesDto {
  @ApiProperty({ description: 'Whether the tests could run: the texts have no errors' }) success!: boolean;
  @ApiProperty() passed!: number;
  @ApiProperty() failed!: number;
  @ApiProperty() todo!: number;
  @ApiProperty({ description: 'Milliseconds' }) durationMs!: number;
  @ApiProperty({ type: [TestResultDto] }) results!: readonly TestResultDto[];
  @ApiProperty({ ...diagnostics, description: 'Findings of the checker; rules with errors are not tested' })
  diagnostics!: readonly object[];
  @ApiProperty() coverage!: TestCoverageDto;
  @ApiProperty({ type: MutantsDto, required: false }) mutants?: MutantsDto;
}
