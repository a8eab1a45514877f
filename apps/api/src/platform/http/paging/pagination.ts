import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** `pagination` in the response of a list. */
export class Pagination {
  @ApiProperty() total!: number;
  @ApiPropertyOptional() totalIsEstimate?: true;
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
  @ApiProperty() hasMore!: boolean;
  @ApiProperty({ type: String, nullable: true }) nextCursor!: string | null;
}
