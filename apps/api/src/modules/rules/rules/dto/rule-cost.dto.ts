import { ApiProperty } from '@nestjs/swagger';

import type { RuleCost } from '../domain/rule-cost.js';

class DearTermDto {
  @ApiProperty({ description: 'As the rule writes it' }) text!: string;
  @ApiProperty({ enum: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'], description: 'The dearest class of cost in it' })
  class!: string;
  @ApiProperty() weight!: number;
}

export class RuleCostDto implements RuleCost {
  @ApiProperty({ description: 'What rules share is counted once' }) total!: number;
  @ApiProperty({ description: 'Of one rule' }) budget!: number;
  @ApiProperty({
    description:
      'Of the dearest matrix: of rules that are not stored, what they add to it, what they share counted once; of a stored rule, the points of all rules that run in it, added up',
  })
  matrixTotal!: number;
  @ApiProperty({ type: [DearTermDto], description: 'At most ten terms, the dearest first' })
  dearest!: readonly DearTermDto[];
  @ApiProperty({
    description:
      'So many rows a window of class c4 reads at most; with more it is unknown (`too_many_rows`). Windows of class c3 have no such cap',
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
      'In which share of its runs of the last 14 days a window had more than `scanCap` rows, so that the rule, or a term of its hit, was unknown. A run in which other terms had settled that it is no hit does not count as one. Of a stored rule: of this version; of a rule that is not stored: of the version that decides under its key, of several rules the greatest share. Counted beside the traffic, some seconds after the runs. Null: no such run was counted',
  })
  tooManyRowsShare!: number | null;
}
