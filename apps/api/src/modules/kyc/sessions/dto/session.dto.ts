import { ApiProperty } from '@nestjs/swagger';
import { type DocumentType, documentTypes } from '@tamis/identity-documents';

import {
  CountryField,
  DateField,
  EnumField,
  NestedField,
  TextArrayField,
  TextField,
} from '../../../../platform/http/index.js';

const short = { max: 200 } as const;

class DocumentFieldsBody {
  @TextField(short) firstName?: string;
  @TextField(short) lastName?: string;
  @TextField({ max: 50 }) documentNumber?: string;
  @DateField() dateOfBirth?: string;
  @DateField() issuedAt?: string;
  @DateField() expiresAt?: string;
  @TextField({ max: 20 }) gender?: string;
  @TextField({ max: 3 }) nationality?: string;
  @TextField({ max: 500 }) address?: string;
  @TextField({ max: 50 }) taxId?: string;
}

/** Body of `PUT /kyc/session/{token}/document`. */
export class SessionDocumentBody {
  @EnumField(documentTypes, 'DocumentType', { required: true }) documentType!: DocumentType;
  @CountryField({ required: true }) issuingCountry!: string;
  @TextArrayField({ max: 3, maxText: 60, description: 'The machine-readable lines as printed' })
  mrzLines?: string[];
  @TextField({ max: 4_000, description: 'The text of the barcode of a US or Canadian licence' })
  barcode?: string;
  @NestedField(() => DocumentFieldsBody) fields?: DocumentFieldsBody;
}

class SessionStepsDto {
  @ApiProperty() front!: boolean;
  @ApiProperty({ description: 'Also where the document has nothing on its back' }) back!: boolean;
  @ApiProperty() selfie!: boolean;
  @ApiProperty() document!: boolean;
}

class SessionMrzDto {
  @ApiProperty() needed!: boolean;
}

export class SessionStateDto {
  @ApiProperty({ enum: ['pending', 'in_progress'] }) status!: string;
  @ApiProperty({ type: String, nullable: true, description: '`null` for the language of the device' }) language!:
    | string
    | null;
  @ApiProperty({ type: String, nullable: true, description: 'Where the device names none that there is' })
  organizationLanguage!: string | null;
  @ApiProperty() organizationName!: string;
  @ApiProperty({ type: String, nullable: true }) personFirstName!: string | null;
  @ApiProperty({ enum: documentTypes, enumName: 'DocumentType', isArray: true }) documentTypes!: readonly string[];
  @ApiProperty() steps!: SessionStepsDto;
  @ApiProperty() mrz!: SessionMrzDto;
  @ApiProperty({ type: 'integer' }) attemptsLeft!: number;
  @ApiProperty({ type: String, format: 'date-time' }) expiresAt!: Date;
  @ApiProperty({ type: String, nullable: true }) redirectUrl!: string | null;
}

export class SessionImageDto {
  @ApiProperty() steps!: SessionStepsDto;
}

class CorrectionDto {
  @ApiProperty({ example: 'documentNumber' }) field!: string;
  @ApiProperty({ type: 'integer', description: 'From 1 on' }) line!: number;
  @ApiProperty({ type: 'integer', description: 'From 1 on' }) column!: number;
  @ApiProperty() message!: string;
}

export class SessionDocumentDto {
  @ApiProperty({ type: [CorrectionDto] }) corrections!: readonly CorrectionDto[];
  @ApiProperty({ type: 'integer' }) attemptsLeft!: number;
  @ApiProperty() steps!: SessionStepsDto;
}

export class SessionEndDto {
  @ApiProperty({
    enum: ['in_review', 'approved', 'rejected', 'abandoned', 'cancelled', 'expired'],
    enumName: 'SessionEnd',
  })
  status!: string;
  @ApiProperty({ type: String, nullable: true }) redirectUrl!: string | null;
}
