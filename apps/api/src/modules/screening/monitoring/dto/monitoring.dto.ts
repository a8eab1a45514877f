import { ApiProperty } from '@nestjs/swagger';

import { BooleanField } from '../../../../platform/http/index.js';
import type { ShownMonitoring } from '../use-cases/change-monitoring.js';

/** `PUT /entities/{id}/monitoring/{code}`. */
export class ChangeMonitoringBody {
  @BooleanField({ required: true, description: 'Whether the integration watches the entity from now on' })
  isActive!: boolean;
}

const matrixDescription = 'Whose rules run on a hit: the first matrix of the entity, else of the defaults; null: none';

export class MonitoredIntegrationDto {
  @ApiProperty({ example: 'sanctions_screening' }) code!: string;
  @ApiProperty() displayName!: string;
  @ApiProperty({ description: 'Whether the organization has the integration and its monitoring switched on' })
  orgMonitoringEnabled!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'The name that is watched; null: it was not screened yet' })
  watchlistSearchName!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Names the watch; null: there is none' })
  watchlistUniqueId!: string | null;
  @ApiProperty() isActive!: boolean;
  @ApiProperty({ description: 'It was watched, and somebody ended that' }) monitoringOptOut!: boolean;
  @ApiProperty({ description: 'Whether anybody ever asked to watch it' }) hasRow!: boolean;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: matrixDescription })
  riskMatrixId!: string | null;
  @ApiProperty({ type: String, nullable: true }) riskMatrixName!: string | null;
}

export class MonitoringDto {
  @ApiProperty({ description: 'Whether it found something today, in the time zone of the organization' })
  dailyScreeningHitToday!: boolean;
  @ApiProperty({ type: [MonitoredIntegrationDto] }) integrations!: readonly MonitoredIntegrationDto[];

  static from(entityId: string, { integration, monitoring, matrix }: ShownMonitoring): MonitoringDto {
    const dailyScreeningHitToday = monitoring?.hitToday ?? false;
    if (integration === null) return { dailyScreeningHitToday, integrations: [] };
    const { provider, enabled, monitoringEnabled } = integration;
    const shown: MonitoredIntegrationDto = {
      code: provider.code,
      displayName: provider.name,
      orgMonitoringEnabled: enabled && monitoringEnabled,
      watchlistSearchName: monitoring?.party?.names[0] ?? null,
      watchlistUniqueId: monitoring ? `${provider.code}:${entityId}` : null,
      isActive: monitoring?.isActive ?? false,
      monitoringOptOut: monitoring !== null && !monitoring.isActive,
      hasRow: monitoring !== null,
      riskMatrixId: matrix?.id ?? null,
      riskMatrixName: matrix?.name ?? null,
    };
    return { dailyScreeningHitToday, integrations: [shown] };
  }
}
