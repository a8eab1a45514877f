import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../platform/http/index.js';

class CurrencyRateDto {
  @ApiProperty({ example: 'USD' }) base!: string;
  @ApiProperty({ example: 'BRL' }) quote!: string;
  @ApiProperty({ format: 'date' }) date!: string;
  @ApiProperty({ type: Number, description: 'What one `base` is worth in `quote`' }) rate!: object;
  @ApiProperty({ description: 'Who gave it: `organization`, or who publishes it for everyone, `ecb`' }) source!: string;
}

export class CurrencyRateListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [CurrencyRateDto] }) rates!: readonly CurrencyRateDto[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

export class LoadedRatesDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'How many rates were stored' }) loaded!: number;
}
