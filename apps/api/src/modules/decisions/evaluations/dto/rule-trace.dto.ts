import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { anyValueOrNull } from '../../../../platform/http/index.js';
import { UnknownCauseDto } from './rules-result.dto.js';

const traceKinds = 'and or none atLeast not test value aggregate let define param'.split(' ');
const truths = ['true', 'false', 'unknown', 'skipped'] as const;

class TraceRowDto {
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: '`null` if the record has no time' })
  at!: string | null;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'What is aggregated; absent where there is none' })
  value?: unknown;
  @ApiProperty({ enum: ['true', 'false', 'unknown'], description: 'Whether it passes `where`' }) filter!: string;
  @ApiProperty({ description: 'Whether it is the evaluated record itself' }) isSubject!: boolean;
  @ApiPropertyOptional({ format: 'uuid' }) recordId?: string;
}

class ReadListDto {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() revision!: number;
  @ApiPropertyOptional({ description: 'The matching item' }) itemId?: string;
}

class TraceReadDto {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The requested value' }) read!: unknown;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'Absent where there was no answer' }) answer?: unknown;
  @ApiPropertyOptional({ type: [ReadListDto], description: 'As they were at that time' })
  lists?: readonly ReadListDto[];
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Versions of the watchlists that were searched, by code',
  })
  watchlists?: Readonly<Record<string, string>>;
}

class TraceRateDto {
  @ApiProperty({ example: 'BRL/USD' }) pair!: string;
  @ApiPropertyOptional({ description: 'Decimal text; absent where there was none' }) rate?: string;
  @ApiProperty({ format: 'date-time' }) at!: string;
}

/** The result of one part of a rule. */
export class TraceNodeDto {
  @ApiProperty({ example: '0.2.1', description: 'Position in the tree' }) id!: string;
  @ApiProperty({ enum: traceKinds, enumName: 'TraceKind' }) kind!: string;
  @ApiProperty({ description: 'Source text of the part' }) text!: string;
  @ApiPropertyOptional({ enum: truths, description: 'For conditions; `skipped`: it did not affect the result' })
  outcome?: string;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'The actual value: for a comparison, its left side' })
  actual?: unknown;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'The right side of a comparison' }) expected?: unknown;
  @ApiPropertyOptional({ type: [UnknownCauseDto], description: 'Reason why it is unknown' })
  because?: readonly UnknownCauseDto[];
  @ApiProperty({ enum: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'], enumName: 'CostClass' }) costClass!: string;
  @ApiPropertyOptional({ type: [TraceRowDto], description: 'The newest records in the window, oldest first' })
  rows?: readonly TraceRowDto[];
  @ApiPropertyOptional({ description: 'Records in the window, before the filter' }) rowCount?: number;
  @ApiPropertyOptional({ description: 'Records in the window that lack the value' }) skippedRows?: number;
  @ApiPropertyOptional({ type: [TraceReadDto] }) reads?: readonly TraceReadDto[];
  @ApiPropertyOptional({ type: [TraceRateDto] }) rates?: readonly TraceRateDto[];
  @ApiProperty({ type: [TraceNodeDto] }) children!: readonly TraceNodeDto[];
  @ApiPropertyOptional({ enum: [true], description: 'Whether the tree was cut below this part' }) isCut?: true;
}

/** The result of one rule, with its reasons. */
export class RuleTraceDto {
  @ApiProperty({ description: 'Position in the rule set' }) rule!: number;
  @ApiProperty() ruleId!: string;
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ enum: ['hit', 'no_hit', 'unknown'] }) outcome!: string;
  @ApiProperty({ description: 'Counts as a hit, also because of `unknown: hit`' }) matched!: boolean;
  @ApiPropertyOptional({ type: [UnknownCauseDto], description: 'Reason why it is unknown' })
  unknownBecause?: readonly UnknownCauseDto[];
  @ApiProperty() tree!: TraceNodeDto;
}
