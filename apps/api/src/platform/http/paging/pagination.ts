import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** `pagination` of a list's answer. */
export class Pagination {
  @ApiProperty() total!: number;
  @ApiPropertyOptional() totalIsEstimate?: true;
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
  @ApiProperty() hasMore!: boolean;
  @ApiProperty({ type: String, nullable: true }) nextCursor!: string | null;
}
