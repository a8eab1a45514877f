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
  @ApiProperty({ description: 'Of these, older than one that had arrived before' }) late!: number;
  @ApiProperty() labelled!: LabelledRecordsDto;
}

export class DryRunRecordsDto extends CountedRecordsDto {
  @ApiProperty({ description: 'Including those outside the sample and the filter' }) total!: number;
  @ApiProperty() skipped!: number;
}

export class SweepRecordsDto extends CountedRecordsDto {
  @ApiProperty({ description: 'Records outside the sample and the filter' }) notEvaluated!: number;
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
  @ApiProperty({
    description: 'Path of the change in the rule text; `several` if there is more than one or none by itself',
  })
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
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: '`null` if it is only in the text' })
  ruleId!: string | null;
  @ApiProperty() key!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['added', 'removed', 'changed', 'same'] }) change!: RuleFigures['change'];
  @ApiProperty() hits!: BothDto;
  @ApiProperty({ description: "Records that only the candidate's rule hits" }) gained!: number;
  @ApiProperty({ description: "Records that only the baseline's rule hits" }) lost!: number;
  @ApiProperty({ description: 'Records that both rules hit' }) same!: number;
  @ApiProperty() unknown!: BothDto;
  @ApiProperty({ description: 'Hits on records labelled as positive' }) positives!: BothDto;
  @ApiProperty({ description: 'Hits on records labelled as negative' }) falseAlarms!: BothDto;
  @ApiProperty() unlabelled!: BothDto;
  @ApiProperty({ type: [WeekdayBandDto], description: "Usual number of hits per day of the candidate's rule" })
  band!: readonly WeekdayBandDto[];
  @ApiProperty({ type: [ClauseAttributionDto], description: 'For a changed rule; its sums are `gained` and `lost`' })
  attribution!: readonly ClauseAttributionDto[];
}

class LabelFiguresDto {
  @ApiProperty({ description: 'Records labelled as positive' }) fraud!: number;
  @ApiProperty({ description: 'Of these, not approved' }) caught!: number;
  @ApiProperty({ description: 'Records labelled as negative that are not approved' }) falseAlarms!: number;
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
  @ApiProperty({ description: 'Share of all records on which the sides differ, 0 to 1' }) share!: number;
}

export class StoppedAmountsDto {
  @ApiProperty({ ...amountsByCurrency, description: 'Records that only the candidate stops' })
  gained!: Readonly<Record<string, string>>;
  @ApiProperty({ ...amountsByCurrency, description: 'Records that only the baseline stops' })
  lost!: Readonly<Record<string, string>>;
}

export class ListAdditionsDto {
  @ApiProperty({ format: 'uuid' }) listId!: string;
  @ApiProperty() wouldAdd!: number;
}

export class OverlappingRulesDto {
  @ApiProperty({ description: 'Key of a rule' }) a!: string;
  @ApiProperty({ description: 'Key of another rule' }) b!: string;
  @ApiProperty() bothHit!: number;
  @ApiProperty({ description: 'Share of the records hit by either rule that both hit' }) jaccard!: number;
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
  @ApiProperty({ description: 'Records that one of the sides had actually decided' }) compared!: number;
  @ApiProperty() reproduced!: number;
  @ApiProperty() differing!: number;
  @ApiProperty({ type: [DifferingRecordDto], description: 'The first such records' })
  sample!: readonly DifferingRecordDto[];
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
