import { ApiProperty } from '@nestjs/swagger';

import { BooleanField } from '../../../../platform/http/index.js';
import type { ShownMonitoring } from '../use-cases/change-monitoring.js';

/** `PUT /entities/{id}/monitoring/{code}`. */
export class ChangeMonitoringBody {
  @BooleanField({ required: true, description: 'Whether the integration monitors the entity from now on' })
  isActive!: boolean;
}

const matrixDescription =
  'Matrix whose rules are evaluated on a hit: the first matrix of the entity, or else of the defaults; `null` if none';

export class MonitoredIntegrationDto {
  @ApiProperty({ example: 'sanctions_screening' }) code!: string;
  @ApiProperty() displayName!: string;
  @ApiProperty({ description: 'Whether the organization has enabled the integration and its monitoring' })
  orgMonitoringEnabled!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The monitored name; `null` if it has not been screened yet',
  })
  watchlistSearchName!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Id of the monitoring; `null` if there is none' })
  watchlistUniqueId!: string | null;
  @ApiProperty() isActive!: boolean;
  @ApiProperty({ description: 'Whether it was monitored before and no longer is' }) monitoringOptOut!: boolean;
  @ApiProperty({ description: 'Whether monitoring was ever requested' }) hasRow!: boolean;
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
