import { ApiProperty } from '@nestjs/swagger';

import { requestStatuses } from '../domain/document-request.js';
import type { DocumentFile } from '../domain/document-file.js';
import type { VisitedRequest } from '../use-cases/visit-request.js';
import { AskedDocumentDto, DocumentFileDto } from './request.dto.js';

export class VisitedFilesDto {
  @ApiProperty({ type: [DocumentFileDto] }) files!: readonly DocumentFileDto[];

  static from(files: readonly DocumentFile[]): VisitedFilesDto {
    return { files: files.map((file) => DocumentFileDto.from(file)) };
  }
}

export class VisitedRequestDto extends VisitedFilesDto {
  @ApiProperty({ enum: ['pending'] }) status!: string;
  @ApiProperty({ type: String, nullable: true, description: '`null` for the language of the device' }) language!:
    | string
    | null;
  @ApiProperty({ type: String, nullable: true, description: 'Where the device names none that there is' })
  organizationLanguage!: string | null;
  @ApiProperty() organizationName!: string;
  @ApiProperty({ type: String, nullable: true }) message!: string | null;
  @ApiProperty({ type: [AskedDocumentDto] }) documents!: readonly AskedDocumentDto[];
  @ApiProperty({ type: String, format: 'date-time' }) expiresAt!: Date;

  static of({ request, organizationLanguage, organizationName, files }: VisitedRequest): VisitedRequestDto {
    const { status, language, message, documents, expiresAt } = request;
    const shown = { status, language, organizationLanguage, organizationName };
    return { ...shown, message, documents, ...VisitedFilesDto.from(files), expiresAt };
  }
}

export class SubmittedRequestDto {
  @ApiProperty({ enum: requestStatuses, enumName: 'DocumentRequestStatus' }) status!: string;
}
