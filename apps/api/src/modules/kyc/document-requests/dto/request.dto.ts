import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { entityStatuses } from '../../../parties/entities/index.js';
import { type DocumentFile, fileTypes } from '../domain/document-file.js';
import {
  type DocumentRequest,
  type OutcomeView,
  outcomeView,
  requestStatuses,
  restoreView,
} from '../domain/document-request.js';
import type { ReadRequest } from '../use-cases/read-requests.js';
import type { SentRequest } from '../use-cases/create-request.js';

const text = { type: String, nullable: true } as const;
const time = { type: String, format: 'date-time' } as const;

export class AskedDocumentDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Articles of incorporation' }) label!: string;
  @ApiProperty() required!: boolean;
}

export class DocumentFileDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'The document that it was sent for' }) documentId!: string;
  @ApiProperty({ example: 'statute.pdf' }) name!: string;
  @ApiProperty({ enum: fileTypes, enumName: 'DocumentFileType' }) contentType!: string;
  @ApiProperty({ type: 'integer' }) bytes!: number;
  @ApiProperty(time) storedAt!: Date;

  static from({ id, documentId, name, contentType, bytes, storedAt }: DocumentFile): DocumentFileDto {
    return { id, documentId, name, contentType, bytes, storedAt };
  }
}

class StatusChangeDto {
  @ApiProperty({ enum: ['set', 'unchanged', 'failed'], enumName: 'StatusSetOutcome' }) outcome!: OutcomeView['outcome'];
  @ApiProperty({ ...text, example: 'STATUS_LOCKED' }) code!: string | null;
}

class StatusRestoreDto {
  @ApiProperty({ enum: ['restored', 'skipped', 'failed'], enumName: 'StatusRestoreOutcome' })
  outcome!: OutcomeView['outcome'];
  @ApiProperty({
    ...{
      type: String,
      nullable: true,
      enum: ['STATUS_LOCKED', 'STATUS_CHANGED', 'STATUS_NOT_SET', 'REQUESTS_OPEN', null],
    },
    description: 'Why the status is not restored',
  })
  code!: string | null;
}

export class DocumentRequestDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ enum: requestStatuses, enumName: 'DocumentRequestStatus' }) status!: string;
  @ApiProperty({ type: [AskedDocumentDto] }) documents!: readonly AskedDocumentDto[];
  @ApiProperty(text) message!: string | null;
  @ApiProperty({ ...text, format: 'email' }) recipientEmail!: string | null;
  @ApiProperty(text) language!: string | null;
  @ApiProperty({
    ...{ type: String, nullable: true, enum: [...entityStatuses, null] },
    description: 'Status of the entity before it waited for documents; `null` if the request did not change it',
  })
  previousStatus!: string | null;
  @ApiProperty({ description: 'How the request changed the status of the entity' }) statusChange!: StatusChangeDto;
  @ApiProperty({
    type: StatusRestoreDto,
    nullable: true,
    description: 'How its end changed the status; `null` if it has not ended',
  })
  statusRestore!: StatusRestoreDto | null;
  @ApiProperty({ type: 'integer' }) fileCount!: number;
  @ApiProperty({ ...text, description: 'Reason for accepting, discarding or cancelling it' }) reason!: string | null;
  @ApiProperty({ ...time, nullable: true }) submittedAt!: Date | null;
  @ApiProperty(time) expiresAt!: Date;
  @ApiProperty(time) createdAt!: Date;
  @ApiProperty(time) updatedAt!: Date;

  static from(request: DocumentRequest): DocumentRequestDto {
    const { id, entityId, organizationId, status, documents, message, recipientEmail, language } = request;
    const { previousStatus, fileCount, reason, submittedAt, expiresAt, createdAt, updatedAt } = request;
    return {
      ...{ id, entityId, organizationId, status, documents, message, recipientEmail, language, previousStatus },
      statusChange: outcomeView(request.statusOutcome),
      statusRestore: restoreView(request.statusRestore),
      ...{ fileCount, reason, submittedAt, expiresAt, createdAt, updatedAt },
    };
  }
}

export class SentDocumentRequestDto extends DocumentRequestDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Only for the recipient; shown only once. A previous link is no longer valid' })
  url!: string;
  @ApiProperty({ description: 'Whether it is sent by email' }) emailed!: boolean;

  static of({ request, url, isEmailed }: SentRequest): SentDocumentRequestDto {
    return { success: true, ...DocumentRequestDto.from(request), url, emailed: isEmailed };
  }
}

export class FullDocumentRequestDto extends DocumentRequestDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [DocumentFileDto] }) files!: readonly DocumentFileDto[];

  static of({ request, files }: ReadRequest): FullDocumentRequestDto {
    return {
      success: true,
      ...DocumentRequestDto.from(request),
      files: files.map((file) => DocumentFileDto.from(file)),
    };
  }
}

export class DocumentRequestPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [DocumentRequestDto] }) documentRequests!: readonly DocumentRequestDto[];
  @ApiProperty() pagination!: Pagination;
}
