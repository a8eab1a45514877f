import { ApiProperty } from '@nestjs/swagger';

import type { ApiKeyRecord } from './api-key-store.js';

export class ApiKeyRecordDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() environment!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ type: [String] }) scopes!: readonly string[];
  @ApiProperty({ description: 'requests per hour' }) rateLimit!: number;
  @ApiProperty() rateLimitRemaining!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) expiresAt!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) lastUsedAt!: string | null;

  /** Requests are not counted against the limit yet, so all of it remains. */
  static from({ expiresAt, lastUsedAt, ...record }: ApiKeyRecord): ApiKeyRecordDto {
    return {
      ...record,
      rateLimitRemaining: record.rateLimit,
      expiresAt: expiresAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    };
  }
}

export class KeyTestDto {
  @ApiProperty() valid!: boolean;
  @ApiProperty() apiKey!: ApiKeyRecordDto;
}
