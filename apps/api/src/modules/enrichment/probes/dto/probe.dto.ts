import { ApiProperty } from '@nestjs/swagger';

import type { ProbeResponse } from '../use-cases/execute-without-entity.js';

class ProbeProblemDto {
  @ApiProperty() code!: string;
  @ApiProperty() message!: string;
}

class ProbeBillingDto {
  @ApiProperty({ description: 'One token is 100 cents' }) tokensSpent!: number;
  @ApiProperty({ type: 'integer' }) balanceRemainingCents!: number;
}

const byCode = { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } } as const;

class ProbeResultDto {
  @ApiProperty({ ...byCode, description: 'As the source sent it, by integration code' })
  raw!: Readonly<Record<string, unknown>>;
  @ApiProperty({ ...byCode, description: 'Normalized, by integration code' })
  mapped!: Readonly<Record<string, unknown>>;
}

export class ProbeDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Whether it was already returned before and comes from the cache' }) cached!: boolean;
  @ApiProperty({ description: 'Whether the result could be read' }) normalized!: boolean;
  @ApiProperty() integrationCode!: string;
  @ApiProperty() country!: string;
  @ApiProperty({ enum: ['person', 'company'], enumName: 'IntegrationEntityType' }) type!: string;
  @ApiProperty() enrichmentSuccess!: boolean;
  @ApiProperty() result!: ProbeResultDto;
  @ApiProperty({ type: [ProbeProblemDto] }) errors!: readonly ProbeProblemDto[];
  @ApiProperty({ type: 'integer' }) totalCostCents!: number;
  @ApiProperty({ type: 'integer' }) executionTimeMs!: number;
  @ApiProperty({ format: 'uuid', description: 'Identifies it in the audit log; no entity has this id' })
  probeEntityId!: string;
  @ApiProperty() billing!: ProbeBillingDto;

  static from({ result, ...members }: ProbeResponse): ProbeDto {
    const { integrationCode } = members as unknown as ProbeDto;
    const { raw, mapped } = result;
    return {
      ...(members as unknown as ProbeDto),
      ...{ success: true, normalized: true, enrichmentSuccess: true, errors: [] },
      result: { raw: { [integrationCode]: raw }, mapped: { [integrationCode]: mapped } },
    };
  }
}
