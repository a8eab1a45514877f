import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { type RowErrorCode, rowErrorCodes, type WarningCode, warningCodes } from '../domain/check-report.js';

class TableWarningDto {
  @ApiProperty({ enum: warningCodes, enumName: 'TableWarningCode' }) code!: WarningCode;
  @ApiProperty() message!: string;
  @ApiProperty({ description: 'Line of the file where it is met first' }) row!: number;
  @ApiProperty({ type: String, nullable: true }) column!: string | null;
  @ApiPropertyOptional({ type: String, description: 'Path of the member of the record' }) field?: string | undefined;
  @ApiPropertyOptional({ type: String }) value?: string | undefined;
  @ApiPropertyOptional({ type: [String] }) allowedValues?: readonly string[] | undefined;
  @ApiProperty() occurrences!: number;
}

class TableRowErrorDto {
  @ApiProperty({ description: 'Line of the file' }) row!: number;
  @ApiPropertyOptional() column?: string;
  @ApiPropertyOptional({ type: String, description: 'Path of the member of the record' }) field?: string | undefined;
  @ApiProperty({ enum: rowErrorCodes, enumName: 'TableRowErrorCode' }) code!: RowErrorCode;
  @ApiProperty() message!: string;
  @ApiPropertyOptional({ type: String }) value?: string | undefined;
}

export class CheckedTableDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Every row that was checked would be stored' }) ok!: boolean;
  @ApiProperty() totalRows!: number;
  @ApiProperty({ description: 'Rows that were checked' }) sampledRows!: number;
  @ApiProperty() validRowCount!: number;
  @ApiProperty() invalidRowCount!: number;
  @ApiProperty({ type: [TableWarningDto], description: 'One for each code, column and value' })
  warnings!: readonly TableWarningDto[];
  @ApiProperty({ type: [TableRowErrorDto], description: 'Why rows would not be stored' })
  rowErrors!: readonly TableRowErrorDto[];
}
