import { ApiProperty } from '@nestjs/swagger';

import type { RuleCost } from '../domain/rule-cost.js';

class DearTermDto {
  @ApiProperty({ description: 'As written in the rule' }) text!: string;
  @ApiProperty({ enum: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'], description: 'Its highest cost class' })
  class!: string;
  @ApiProperty() weight!: number;
}

export class RuleCostDto implements RuleCost {
  @ApiProperty({ description: 'Shared parts are counted once' }) total!: number;
  @ApiProperty({ description: 'For one rule' }) budget!: number;
  @ApiProperty({
    description:
      'For the most expensive matrix. Unsaved rules: the points they add to it, with shared parts counted once; a stored rule: the total points of all its active rules',
  })
  matrixTotal!: number;
  @ApiProperty({ type: [DearTermDto], description: 'At most ten terms, most expensive first' })
  dearest!: readonly DearTermDto[];
  @ApiProperty({
    description:
      'Maximum number of rows that a window of class c4 reads; with more rows it is unknown (`too_many_rows`). Windows of class c3 have no such limit',
  })
  scanCap!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'The most records that any key of its windows has within the length of its window, at any time, whatever their filters say. Looked for among the newest 20,000 records of the organization, and of the two keys that are most frequent there among their newest 30,000, where an index finds them: of more records it is at least so many. Of `since` and `all time` all of these count; of more than five windows the longest do. Told again for a minute. Null: no window reads records with a time; in lists always, where it would cost a look at the records for every rule',
  })
  busiestKeyRows!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 1,
    description:
      'Share of its evaluations in the last 14 days in which a window had more than `scanCap` rows, so that the rule or a term of its hit was unknown. Evaluations in which other terms already excluded a hit are not counted. Stored rule: of this version; unsaved rule: of the version that decides under its key; several rules: the greatest share. Counted asynchronously, some seconds after the evaluations. `null` if no such evaluation was counted',
  })
  tooManyRowsShare!: number | null;
}
