import { ApiProperty } from '@nestjs/swagger';

import { type Drift, driftStatuses, type DriftStatus, type InputDrift } from '../domain/drift.js';

const share = { type: Number, nullable: true } as const;

class DriftReferenceDto {
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time' }) to!: string;
  @ApiProperty({ format: 'uuid', required: false, description: 'Where the expected rates come from' })
  dryRunId?: string;
}

class DriftWindowDto {
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time' }) to!: string;
}

class UnknownRateDto {
  @ApiProperty(share) expected!: number | null;
  @ApiProperty(share) observed!: number | null;
}

class HitRateDto extends UnknownRateDto {
  @ApiProperty({ ...share, description: 'Observed by expected' }) factor!: number | null;
}

class FillRateDto {
  @ApiProperty({ ...share, description: 'Null below 100 records' }) reference!: number | null;
  @ApiProperty({ ...share, description: 'Null below 100 records' }) now!: number | null;
}

class InputDriftDto implements InputDrift {
  @ApiProperty() path!: string;
  @ApiProperty() fillRate!: FillRateDto;
  @ApiProperty({ ...share, description: 'Population stability index; null below 200 values' }) psi!: number | null;
  @ApiProperty({ enum: driftStatuses, enumName: 'DriftStatus' }) status!: DriftStatus;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The `value`, or the values `from` one and `below` another, whose share changed most',
  })
  topChange!: InputDrift['topChange'];
}

export class DriftDto implements Drift {
  @ApiProperty() success!: true;
  @ApiProperty({ enum: driftStatuses, enumName: 'DriftStatus' }) status!: DriftStatus;
  @ApiProperty({ type: DriftReferenceDto, nullable: true, description: 'Null: the version is too young' })
  reference!: Drift['reference'];
  @ApiProperty() window!: DriftWindowDto;
  @ApiProperty() hitRate!: HitRateDto;
  @ApiProperty() unknownRate!: UnknownRateDto;
  @ApiProperty({ type: [InputDriftDto], description: 'The fields it reads' }) inputs!: readonly InputDriftDto[];
}
