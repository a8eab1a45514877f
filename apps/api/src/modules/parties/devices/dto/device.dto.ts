import { ApiProperty } from '@nestjs/swagger';
import { devicePlatforms } from '@tamis/library';

import { Pagination } from '../../../../platform/http/index.js';

const text = { type: String, nullable: true } as const;
const flag = { type: Boolean, nullable: true, description: '`null` if unknown' } as const;
const number = { type: Number, nullable: true } as const;
const time = { type: String, format: 'date-time' } as const;

/** A device of one entity. */
export class DeviceDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'the caller’s id of the device; devices of different entities can have the same id' })
  deviceId!: string;
  @ApiProperty(text) externalId!: string | null;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty(text) entityExternalId!: string | null;
  @ApiProperty(text) entityTaxId!: string | null;
  @ApiProperty(text) deviceName!: string | null;
  @ApiProperty({ enum: devicePlatforms, enumName: 'DevicePlatform', nullable: true }) platform!: string | null;
  @ApiProperty(text) manufacturer!: string | null;
  @ApiProperty(text) model!: string | null;
  @ApiProperty(text) brand!: string | null;
  @ApiProperty(text) osName!: string | null;
  @ApiProperty(text) osVersion!: string | null;
  @ApiProperty(text) browser!: string | null;
  @ApiProperty(text) browserVersion!: string | null;
  @ApiProperty(number) latitude!: number | null;
  @ApiProperty(number) longitude!: number | null;
  @ApiProperty(text) city!: string | null;
  @ApiProperty(text) region!: string | null;
  @ApiProperty(text) country!: string | null;
  @ApiProperty(text) countryCode!: string | null;
  @ApiProperty({ ...text, description: 'the latest one' }) ipAddress!: string | null;
  @ApiProperty(flag) isEmulator!: boolean | null;
  @ApiProperty(flag) isRooted!: boolean | null;
  @ApiProperty() isBlocked!: boolean;
  @ApiProperty() isTrusted!: boolean;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
  @ApiProperty(time) firstSeenAt!: Date;
  @ApiProperty(time) lastSeenAt!: Date;
  @ApiProperty(time) createdAt!: Date;
  @ApiProperty(time) updatedAt!: Date;
}

export class DeviceAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() device!: DeviceDto;
}

export class DeviceListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [DeviceDto] }) devices!: DeviceDto[];
  @ApiProperty() pagination!: Pagination;
}
