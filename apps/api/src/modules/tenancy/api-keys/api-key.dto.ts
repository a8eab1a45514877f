import { type ApiKey, type ApiKeyStatus, apiKeyStatuses } from '../../../platform/auth/index.js';
import { Pagination } from '../../../platform/http/index.js';
import { ApiProperty } from '@nestjs/swagger';

const nullableTime = { type: String, format: 'date-time', nullable: true } as const;

/** The part of a key that the key test shows. */
export class TestedKeyDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'the deployment segment of the key' }) environment!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ type: [String] }) scopes!: readonly string[];
  @ApiProperty({ description: 'requests per hour' }) rateLimit!: number;
  @ApiProperty({ description: 'of the hour that started with the first request' }) rateLimitRemaining!: number;
  @ApiProperty(nullableTime) expiresAt!: Date | null;
  @ApiProperty(nullableTime) lastUsedAt!: Date | null;

  static from(key: ApiKey): TestedKeyDto {
    const { id, name, environment, organizationId, scopes, rateLimit, rateLimitRemaining, expiresAt, lastUsedAt } = key;
    return { id, name, environment, organizationId, scopes, rateLimit, rateLimitRemaining, expiresAt, lastUsedAt };
  }
}

export class ApiKeyDto extends TestedKeyDto {
  @ApiProperty({ description: 'the first characters' }) prefix!: string;
  @ApiProperty() lastFour!: string;
  @ApiProperty({ enum: apiKeyStatuses, enumName: 'ApiKeyStatus' }) status!: ApiKeyStatus;
  @ApiProperty({ type: [String], description: 'address blocks; empty: any address' })
  ipAllowlist!: readonly string[];
  @ApiProperty({ type: String, nullable: true, description: 'id of the key or user that created it' })
  createdBy!: string | null;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty(nullableTime) revokedAt!: Date | null;
  @ApiProperty({ description: 'incremented by each change' }) version!: number;

  static override from(key: ApiKey): ApiKeyDto {
    const { prefix, lastFour, status, ipAllowlist, createdBy, createdAt, revokedAt, version } = key;
    return {
      ...TestedKeyDto.from(key),
      ...{ prefix, lastFour, status, ipAllowlist, createdBy, createdAt, revokedAt, version },
    };
  }
}

export class KeyTestDto {
  @ApiProperty() valid!: boolean;
  @ApiProperty() apiKey!: TestedKeyDto;
}

export class ApiKeyAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() apiKey!: ApiKeyDto;
}

export class ApiKeyListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ApiKeyDto] }) apiKeys!: ApiKeyDto[];
  @ApiProperty() total!: number;
  @ApiProperty() pagination!: Pagination;
}

export class MadeApiKeyDto extends ApiKeyAnswerDto {
  @ApiProperty({ description: 'the value, shown only once' }) key!: string;
}

export class RotatedApiKeyDto extends MadeApiKeyDto {
  @ApiProperty({ type: String, format: 'date-time' }) previousKeyExpiresAt!: Date;
}

export class RevokedApiKeyDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['revoked'] }) status!: 'revoked';
}
