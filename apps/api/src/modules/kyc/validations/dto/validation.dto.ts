import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { documentChecks } from '@tamis/identity-documents';

import { Pagination } from '../../../../platform/http/index.js';
import { imageSides } from '../../images/index.js';
import { validationStatuses } from '../domain/moves.js';
import { riskOf, warningMessages } from '../domain/risk-of.js';
import { metadataOf, providerName, type Validation } from '../domain/validation.js';
import type { ReadValidation } from '../use-cases/read-validations.js';

const text = { type: String, nullable: true } as const;
const time = { type: String, format: 'date-time' } as const;
const score = { type: Number, nullable: true, description: 'From 0 to 1' } as const;

export class IdentityValidationDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ format: 'uuid' }) sessionId!: string;
  @ApiProperty({ format: 'uuid', description: 'Same as `sessionId`' }) validationSessionId!: string;
  @ApiProperty({ enum: validationStatuses, enumName: 'ValidationStatus' }) status!: string;
  @ApiProperty({ example: providerName }) provider!: string;
  @ApiProperty({ example: 'global_tamis_document' }) integrationCode!: string;
  @ApiProperty({ description: 'Whether it is the newest of its person' }) isCurrent!: boolean;
  @ApiProperty(text) language!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) metadata!: object | null;
  @ApiProperty(text) workflowId!: string | null;
  @ApiProperty(text) webhookUrl!: string | null;
  @ApiProperty(text) redirectUrl!: string | null;
  @ApiProperty(time) expiresAt!: Date;
  @ApiProperty(time) createdAt!: Date;
  @ApiProperty(time) updatedAt!: Date;
  @ApiProperty({ ...text, format: 'uuid', description: 'The assigned reviewer' }) assignedTo!: string | null;

  static from(validation: Validation): IdentityValidationDto {
    const { id, entityId, organizationId, sessionId, status, integrationCode, isCurrent, language } = validation;
    const { workflowId, webhookUrl, redirectUrl, expiresAt, createdAt, updatedAt, assignedTo } = validation;
    return {
      ...{ id, entityId, organizationId, sessionId, validationSessionId: sessionId, status, provider: providerName },
      ...{ integrationCode, isCurrent, language, metadata: metadataOf(validation), workflowId, webhookUrl },
      ...{ redirectUrl, expiresAt, createdAt, updatedAt, assignedTo },
    };
  }
}

export class BegunValidationDto extends IdentityValidationDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Only for the person; shown only once' }) providerSessionUrl!: string;
}

class KycDecisionDto {
  @ApiProperty({ enum: ['approved', 'rejected'], enumName: 'ReviewDecision' }) result!: string;
  @ApiProperty({ type: [String] }) reasons!: readonly string[];
  @ApiProperty({ enum: ['provider', 'operator', 'rule'], enumName: 'DecidedBy' }) decidedBy!: string;
  @ApiProperty(time) decidedAt!: string;
}

class DocumentCheckDto {
  @ApiProperty({ enum: Object.keys(documentChecks), enumName: 'DocumentCheck' }) name!: string;
  @ApiProperty({ enum: ['passed', 'failed', 'unchecked'], enumName: 'CheckOutcome' }) result!: string;
  @ApiProperty({ description: 'Whether a failure rejects the validation' }) isHard!: boolean;
  @ApiProperty() message!: string;
}

class VerifiedDocumentDto {
  @ApiProperty({ example: 'passport' }) type!: string;
  @ApiProperty({ example: 'BR' }) country!: string;
  @ApiProperty(text) number!: string | null;
  @ApiProperty({ ...text, format: 'date' }) expiresAt!: string | null;
  @ApiProperty({ enum: ['verified', 'failed', 'unverified'], enumName: 'DocumentStatus' }) status!: string;
  @ApiProperty({ type: [DocumentCheckDto] }) checks!: readonly DocumentCheckDto[];
}

class BiometricResultDto {
  @ApiProperty(score) livenessScore!: number | null;
  @ApiProperty(score) faceMatchScore!: number | null;
  @ApiProperty({ enum: ['passed', 'failed', 'unsure'], enumName: 'BiometricVerdict' }) result!: string;
}

class KycRiskDto {
  @ApiProperty({ description: 'From 0 to 100' }) score!: number;
  @ApiProperty({ enum: ['LOW', 'MEDIUM', 'HIGH'], enumName: 'KycRiskLevel' }) level!: string;
  @ApiProperty({ type: [String] }) signals!: readonly string[];
}

class ExtractedDataDto {
  @ApiProperty(text) firstName!: string | null;
  @ApiProperty(text) lastName!: string | null;
  @ApiProperty(text) documentNumber!: string | null;
  @ApiProperty({ ...text, format: 'date' }) dateOfBirth!: string | null;
  @ApiProperty(text) gender!: string | null;
  @ApiProperty(text) nationality!: string | null;
  @ApiProperty(text) address!: string | null;
}

class KycWarningDto {
  @ApiProperty({ example: 'BIOMETRIC_NOT_CHECKED' }) code!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ enum: ['low', 'medium', 'high'], enumName: 'WarningSeverity' }) severity!: string;
}

export class FullValidationDto extends IdentityValidationDto {
  @ApiProperty({ type: KycDecisionDto, nullable: true }) decision!: KycDecisionDto | null;
  @ApiProperty({ type: [VerifiedDocumentDto] }) documentsVerified!: readonly VerifiedDocumentDto[];
  @ApiProperty({ type: BiometricResultDto, nullable: true, description: '`null` if no faces were compared' })
  biometricResult!: BiometricResultDto | null;
  @ApiProperty({ type: KycRiskDto, nullable: true }) riskAssessment!: KycRiskDto | null;
  @ApiProperty({ type: [String], description: 'Number of passed checks' }) verifiedFields!: readonly string[];
  @ApiProperty({ type: ExtractedDataDto, nullable: true }) extractedData!: ExtractedDataDto | null;
  @ApiProperty({ type: [KycWarningDto] }) warnings!: readonly KycWarningDto[];
  @ApiProperty({ ...text, format: 'date-time' }) verifiedAt!: string | null;
  @ApiProperty({ enum: imageSides, enumName: 'ImageSide', isArray: true, description: 'Sides with a stored image' })
  images!: readonly string[];

  static of({ validation, findings, images }: ReadValidation): FullValidationDto {
    const { decision } = validation;
    const { document, checks, extracted, warnings, biometric } = findings;
    const { firstName = null, lastName = null, documentNumber = null, dateOfBirth = null } = extracted;
    const { gender = null, nationality = null, address = null, expiresAt = null } = extracted;
    const shown = checks.map(({ code: name, outcome: result, isHard, message }) => ({ name, result, isHard, message }));
    const hasFailed = checks.some(({ outcome, isHard }) => outcome === 'failed' && isHard);
    const status = decision?.result === 'approved' ? 'verified' : hasFailed ? 'failed' : 'unverified';
    const number = documentNumber;
    return {
      ...IdentityValidationDto.from(validation),
      decision,
      documentsVerified: document ? [{ ...document, number, expiresAt, status, checks: shown }] : [],
      biometricResult: biometric,
      riskAssessment: document ? riskOf(findings) : null,
      verifiedFields: checks.filter(({ outcome }) => outcome === 'passed').map(({ code }) => code),
      extractedData: document
        ? { firstName, lastName, documentNumber, dateOfBirth, gender, nationality, address }
        : null,
      warnings: warnings.map((code) => ({ code, ...warningMessages(code) })),
      verifiedAt: decision?.result === 'approved' ? decision.decidedAt : null,
      images,
    };
  }
}

export class ValidationResponseDto extends FullValidationDto {
  @ApiProperty({ enum: [true] }) success!: true;
}

export class ValidationPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [IdentityValidationDto] }) validations!: readonly IdentityValidationDto[];
  @ApiProperty() pagination!: Pagination;
}

export class ResentValidationDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) sessionId!: string;
  @ApiProperty({ description: 'Only for the person; shown only once. The previous link is no longer valid' })
  providerSessionUrl!: string;
  @ApiPropertyOptional({ description: 'Whether it is sent to the person by email' }) emailed!: boolean;
}
