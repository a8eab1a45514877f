import { type StoredEvent } from '../../../platform/audit/index.js';
import { ApiProperty } from '@nestjs/swagger';

import { Pagination, RawJson } from '../../../platform/http/index.js';
import { actorTypes, type ActorType } from './audit.query.js';

const nullableText = { type: String, nullable: true } as const;

class AuditActorDto {
  @ApiProperty({ enum: actorTypes, enumName: 'AuditActorType' }) type!: ActorType;
  @ApiProperty(nullableText) id!: string | null;
  @ApiProperty(nullableText) name!: string | null;
}

class AuditContextDto {
  @ApiProperty(nullableText) ipAddress!: string | null;
  @ApiProperty(nullableText) userAgent!: string | null;
  @ApiProperty(nullableText) requestId!: string | null;
  @ApiProperty() source!: string;
  @ApiProperty(nullableText) reason!: string | null;
}

/** One entry of the audit trail. */
export class AuditEventDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'rule_created' }) event!: string;
  @ApiProperty({ example: 'rule' }) resourceType!: string;
  @ApiProperty() resourceId!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ type: String, format: 'date-time' }) timestamp!: string;
  @ApiProperty() actor!: AuditActorDto;
  @ApiProperty() summary!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', properties: { previous: {}, current: {} } },
    description: 'the changed members; secrets are `[redacted]`',
  })
  changes!: object;
  @ApiProperty() context!: AuditContextDto;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) relatedIds!: object;
  @ApiProperty({ description: 'position in the chain of the organization, starting at 1' }) sequence!: number;
  @ApiProperty({ description: 'SHA-256, hexadecimal' }) previousHash!: string;
  @ApiProperty({ description: 'SHA-256, hexadecimal' }) hash!: string;
}

/** Returns the exact event as it was stored, with its position in the chain. */
export const eventOf = ({ sequence, previousHash, hash, content }: StoredEvent): AuditEventDto =>
  new RawJson(
    `${content.slice(0, -1)},"sequence":${sequence},"previousHash":"${previousHash}","hash":"${hash}"}`,
  ) as unknown as AuditEventDto;

export class AuditPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [AuditEventDto] }) events!: AuditEventDto[];
  @ApiProperty() pagination!: Pagination;
}

class ChainHeadDto {
  @ApiProperty({ description: '0: nothing was recorded yet' }) sequence!: number;
  @ApiProperty() hash!: string;
}

class ChainEntryDto {
  @ApiProperty() sequence!: number;
  @ApiProperty() previousHash!: string;
  @ApiProperty() hash!: string;
  @ApiProperty({ description: 'JSON text of the event, byte for byte as it was hashed' }) content!: string;
}

export class ChainDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ type: [ChainEntryDto] }) entries!: readonly ChainEntryDto[];
  @ApiProperty({
    description: 'the newest entry; a copy stored elsewhere later shows whether entries were removed',
  })
  head!: ChainHeadDto;
}
