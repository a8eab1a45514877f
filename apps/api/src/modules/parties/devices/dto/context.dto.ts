import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { relationshipTypes, userEventTypes } from '@tamis/library';

import { entityStatuses, entityTypes } from '../../entities/index.js';
import { type RiskSignal, riskSignals, riskSignalTexts } from '../domain/risk-signals.js';
import { DeviceDto } from './device.dto.js';

const flag = { type: Boolean, nullable: true, description: '`null` if unknown' } as const;
const text = { type: String, nullable: true } as const;
const uuid = { format: 'uuid' } as const;
const nullableId = { type: String, format: 'uuid', nullable: true } as const;
const time = { type: String, format: 'date-time' } as const;

export class ContextEntityDto {
  @ApiProperty(uuid) id!: string;
  @ApiProperty(text) externalId!: string | null;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: entityTypes, enumName: 'EntityType' }) type!: string;
  @ApiProperty(text) taxId!: string | null;
  @ApiProperty({ enum: entityStatuses, enumName: 'EntityStatus' }) status!: string;
  @ApiProperty({ minimum: 0, maximum: 100 }) riskScore!: number;
}

class ContextSummaryDto {
  @ApiProperty() totalDevices!: number;
  @ApiProperty({ description: 'seen in the last 30 days' }) activeDevices30d!: number;
  @ApiProperty() blockedDevices!: number;
  @ApiProperty() trustedDevices!: number;
  @ApiProperty() emulatorDevices!: number;
  @ApiProperty() rootedDevices!: number;
  @ApiProperty() distinctIps!: number;
  @ApiProperty() distinctCountries!: number;
  @ApiProperty({ description: 'devices that other entities also use' }) sharedDevices!: number;
  @ApiProperty({ description: 'addresses that devices of other entities also use' }) sharedIps!: number;
  @ApiProperty({ description: 'user events through a VPN' }) vpnEvents!: number;
  @ApiProperty({ ...time, nullable: true }) firstSeenAt!: Date | null;
  @ApiProperty({ ...time, nullable: true }) lastSeenAt!: Date | null;
}

class DeviceAddressDto {
  @ApiProperty() ipAddress!: string;
  @ApiProperty(text) countryCode!: string | null;
  @ApiProperty(flag) isVpn!: boolean | null;
  @ApiProperty(flag) isProxy!: boolean | null;
  @ApiProperty(flag) isTor!: boolean | null;
  @ApiProperty(time) firstSeenAt!: Date;
  @ApiProperty(time) lastSeenAt!: Date;
  @ApiProperty({ description: 'sightings of the device with this address' }) count!: number;
}

class OtherEntityDto {
  @ApiProperty(uuid) entityId!: string;
  @ApiProperty(text) externalId!: string | null;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: entityTypes, enumName: 'EntityType' }) type!: string;
  @ApiProperty({ enum: entityStatuses, enumName: 'EntityStatus' }) status!: string;
  @ApiProperty({ minimum: 0, maximum: 100 }) riskScore!: number;
  @ApiProperty({ ...text, description: 'type of an active relationship with the entity' })
  relation!: string | null;
  @ApiProperty(time) lastSeenAt!: Date;
}

class ContextDeviceDto extends DeviceDto {
  @ApiProperty() eventCount!: number;
  @ApiProperty() transactionCount!: number;
  @ApiProperty({ type: [DeviceAddressDto], description: 'the newest 20' }) ipAddresses!: readonly DeviceAddressDto[];
  @ApiProperty({ enum: riskSignals, enumName: 'RiskSignal', isArray: true, description: riskSignalTexts })
  riskSignals!: readonly RiskSignal[];
  @ApiProperty({ type: [OtherEntityDto], description: 'other entities with the device, at most the newest 20' })
  sharedWith!: readonly OtherEntityDto[];
}

class RecentEventDto {
  @ApiProperty(uuid) id!: string;
  @ApiProperty({ enum: userEventTypes, enumName: 'UserEventType' }) eventType!: string;
  @ApiProperty() userId!: string;
  @ApiProperty(time) timestamp!: Date;
  @ApiProperty(text) deviceId!: string | null;
  @ApiProperty(text) ipAddress!: string | null;
  @ApiProperty(text) country!: string | null;
}

class RecentTransactionDto {
  @ApiProperty(uuid) id!: string;
  @ApiProperty() externalId!: string;
  @ApiProperty() type!: string;
  @ApiProperty() status!: string;
  @ApiProperty({ type: Number }) amount!: object;
  @ApiProperty() currency!: string;
  @ApiProperty(text) deviceId!: string | null;
  @ApiProperty({ type: Number, nullable: true }) riskScore!: number | null;
  @ApiProperty(text) decision!: string | null;
  @ApiProperty(time) transactedAt!: Date;
}

class OpenAlertDto {
  @ApiProperty(uuid) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() severity!: string;
  @ApiProperty() status!: string;
  @ApiProperty(nullableId) ruleId!: string | null;
  @ApiProperty(nullableId) transactionId!: string | null;
  @ApiProperty(time) createdAt!: Date;
}

class RelatedDeviceDto {
  @ApiProperty(uuid) id!: string;
  @ApiProperty() deviceId!: string;
  @ApiProperty(text) deviceName!: string | null;
  @ApiProperty(text) platform!: string | null;
  @ApiProperty() isBlocked!: boolean;
  @ApiProperty() isTrusted!: boolean;
  @ApiProperty(time) lastSeenAt!: Date;
}

class ContextRelationDto {
  @ApiProperty() entity!: ContextEntityDto;
  @ApiProperty({ enum: relationshipTypes, enumName: 'RelationshipType' }) relationshipType!: string;
  @ApiProperty(text) role!: string | null;
  @ApiProperty({ enum: ['outgoing', 'incoming'], enumName: 'RelationshipDirection' })
  direction!: 'outgoing' | 'incoming';
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 1 }) strength!: number | null;
  @ApiProperty({ type: [RelatedDeviceDto], description: 'the newest 20' }) devices!: readonly RelatedDeviceDto[];
  @ApiProperty({ type: [String], description: 'ids of devices that both use' }) sharedDeviceIds!: readonly string[];
}

class InvestigationContextDto {
  @ApiProperty() entity!: ContextEntityDto;
  @ApiProperty() summary!: ContextSummaryDto;
  @ApiProperty({ type: [ContextDeviceDto], description: 'last seen first' })
  devices!: readonly ContextDeviceDto[];
  @ApiProperty({ type: [RecentEventDto], nullable: true, description: '`null` without `events:read`' })
  recentEvents!: readonly RecentEventDto[] | null;
  @ApiProperty({ type: [RecentTransactionDto], nullable: true, description: '`null` without `transactions:read`' })
  recentTransactions!: readonly RecentTransactionDto[] | null;
  @ApiProperty({ type: [OpenAlertDto], nullable: true, description: '`null` without `alerts:read`' })
  openAlerts!: readonly OpenAlertDto[] | null;
  @ApiPropertyOptional({ type: [ContextRelationDto], description: 'where they were asked for, the newest 50' })
  relatedEntities?: readonly ContextRelationDto[];
}

export class InvestigationContextAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: InvestigationContextDto;
}
