import { ApiProperty } from '@nestjs/swagger';
import type { DryRunReport, RuleFigures, WeekdayBand } from '@tamis/dry-run';
import { decisions } from '@tamis/library';

import type { Exactness } from '../domain/exactness.js';

const decisionEnum = { enum: decisions, enumName: 'Decision' };
const share = {
  type: Number,
  nullable: true,
  description: '0 to 1, four decimals; null: nothing is labelled',
} as const;
const dayText = { example: '2026-03-01', description: 'Of UTC' };

/** Exact amounts as decimal text, by currency. */
export const amountsByCurrency = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Exact amounts as text, by currency',
} as const;

export class BothDto {
  @ApiProperty({ description: '0 without a baseline' }) baseline!: number;
  @ApiProperty() candidate!: number;
}

class ChangedFigureDto extends BothDto {
  @ApiProperty() change!: number;
}

class LabelledRecordsDto {
  @ApiProperty() fraud!: number;
  @ApiProperty() cleared!: number;
}

class CountedRecordsDto {
  @ApiProperty({ description: 'Evaluated' }) replayed!: number;
  @ApiProperty({ description: 'Of them, older than one that had arrived before' }) late!: number;
  @ApiProperty() labelled!: LabelledRecordsDto;
}

export class DryRunRecordsDto extends CountedRecordsDto {
  @ApiProperty({ description: 'With those outside the sample and the filter' }) total!: number;
  @ApiProperty() skipped!: number;
}

export class SweepRecordsDto extends CountedRecordsDto {
  @ApiProperty({ description: 'Outside the sample and the filter' }) notEvaluated!: number;
  @ApiProperty({ format: 'date-time', description: 'Time of the first record' }) from!: string;
  @ApiProperty({ format: 'date-time', description: 'Time of the last record' }) to!: string;
}

export class DecisionCountDto extends ChangedFigureDto {
  @ApiProperty(decisionEnum) decision!: string;
}

export class DecisionFlipDto {
  @ApiProperty(decisionEnum) from!: string;
  @ApiProperty(decisionEnum) to!: string;
  @ApiProperty() count!: number;
}

export class GainedAndLostDto {
  @ApiProperty() gained!: number;
  @ApiProperty() lost!: number;
}

export class ClauseAttributionDto extends GainedAndLostDto {
  @ApiProperty({ description: 'Where the change is, as rule text; `several`: more than one, or none alone' })
  clause!: string;
  @ApiProperty({ description: 'Empty where something was added' }) before!: string;
  @ApiProperty({ description: 'Empty where something was removed' }) after!: string;
}

class WeekdayBandDto {
  @ApiProperty({ type: Number, minimum: 1, maximum: 7, description: '1 is Monday, of UTC' })
  weekday!: WeekdayBand['weekday'];
  @ApiProperty() days!: number;
  @ApiProperty({ description: 'The 5th percentile of hits' }) low!: number;
  @ApiProperty({ description: 'The 95th percentile of hits' }) high!: number;
}

export class DryRunRuleDto {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null: it is in the text alone' })
  ruleId!: string | null;
  @ApiProperty() key!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['added', 'removed', 'changed', 'same'] }) change!: RuleFigures['change'];
  @ApiProperty() hits!: BothDto;
  @ApiProperty({ description: 'Records only the rule of the candidate hits' }) gained!: number;
  @ApiProperty({ description: 'Records only the rule of the baseline hits' }) lost!: number;
  @ApiProperty({ description: 'Records both hit' }) same!: number;
  @ApiProperty() unknown!: BothDto;
  @ApiProperty({ description: 'Hits on records labelled positive' }) positives!: BothDto;
  @ApiProperty({ description: 'Hits on records labelled negative' }) falseAlarms!: BothDto;
  @ApiProperty() unlabelled!: BothDto;
  @ApiProperty({ type: [WeekdayBandDto], description: 'What the rule of the candidate usually hits a day' })
  band!: readonly WeekdayBandDto[];
  @ApiProperty({ type: [ClauseAttributionDto], description: 'Of a changed rule; its sums are `gained` and `lost`' })
  attribution!: readonly ClauseAttributionDto[];
}

class LabelFiguresDto {
  @ApiProperty({ description: 'Records labelled positive' }) fraud!: number;
  @ApiProperty({ description: 'Of them, not approved' }) caught!: number;
  @ApiProperty({ description: 'Records labelled negative that are not approved' }) falseAlarms!: number;
  @ApiProperty({ description: 'Records without a label that are not approved' }) unlabelled!: number;
  @ApiProperty(share) precision!: number | null;
  @ApiProperty(share) recall!: number | null;
}

export class BothLabelsDto {
  @ApiProperty({ type: LabelFiguresDto, nullable: true }) baseline!: LabelFiguresDto | null;
  @ApiProperty() candidate!: LabelFiguresDto;
}

export class DryRunAlertsDto {
  @ApiProperty({ description: 'After `once per`' }) perDay!: ChangedFigureDto;
  @ApiProperty() analystHoursPerDay!: ChangedFigureDto;
}

class DayFiguresDto {
  @ApiProperty() records!: number;
  @ApiProperty({ description: 'Not approved' }) stopped!: number;
  @ApiProperty() alerts!: number;
  @ApiProperty() unknown!: number;
}

export class DryRunDayDto extends DayFiguresDto {
  @ApiProperty(dayText) date!: string;
  @ApiProperty({ type: DayFiguresDto, nullable: true }) baseline!: DayFiguresDto | null;
}

export class SegmentDto extends GainedAndLostDto {
  @ApiProperty({ example: 'country' }) dimension!: string;
  @ApiProperty({ example: 'BR' }) value!: string;
  @ApiProperty({ description: 'Of all records on which the sides differ, 0 to 1' }) share!: number;
}

export class StoppedAmountsDto {
  @ApiProperty({ ...amountsByCurrency, description: 'What only the candidate stops' })
  gained!: Readonly<Record<string, string>>;
  @ApiProperty({ ...amountsByCurrency, description: 'What only the baseline stops' })
  lost!: Readonly<Record<string, string>>;
}

export class ListAdditionsDto {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() wouldAdd!: number;
}

export class OverlappingRulesDto {
  @ApiProperty({ description: 'Key of a rule' }) a!: string;
  @ApiProperty({ description: 'Key of another' }) b!: string;
  @ApiProperty() bothHit!: number;
  @ApiProperty({ description: 'Of the records either hits, the share both hit' }) jaccard!: number;
}

class OutcomeDto {
  @ApiProperty(decisionEnum) decision!: string;
  @ApiProperty() totalScore!: number;
}

class DifferingRecordDto {
  @ApiProperty({ format: 'uuid' }) recordId!: string;
  @ApiProperty() recorded!: OutcomeDto;
  @ApiProperty() replayed!: OutcomeDto;
}

export class ReproductionDto {
  @ApiProperty({ description: 'Records that one of the sides really decided' }) compared!: number;
  @ApiProperty() reproduced!: number;
  @ApiProperty() differing!: number;
  @ApiProperty({ type: [DifferingRecordDto], description: 'The first ones' }) sample!: readonly DifferingRecordDto[];
}

class InexactInputDto {
  @ApiProperty({ example: 'entities' }) input!: string;
  @ApiProperty() records!: number;
  @ApiProperty() why!: string;
}

export class ExactnessDto {
  @ApiProperty({ enum: ['exact', 'approximate'] }) level!: Exactness['level'];
  @ApiProperty({ type: [InexactInputDto] }) reasons!: readonly InexactInputDto[];
}

export class DecisionCountsDto implements Record<keyof NonNullable<DryRunReport['baseline']>['decisions'], number> {
  @ApiProperty() APPROVE!: number;
  @ApiProperty() REVIEW_REQUIRED!: number;
  @ApiProperty() HOLD!: number;
  @ApiProperty() REJECT!: number;
}
