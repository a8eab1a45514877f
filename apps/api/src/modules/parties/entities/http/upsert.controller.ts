import { Body, Controller, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiPropertyOptional, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, hasPermission, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiError,
  ApiErrors,
  invalid,
  exactText,
  memberText,
  RouteSettings,
  type ErrorCode,
  anyValueOrNull,
  BooleanField,
  EnumField,
  IgnoreUnknownFields,
  NestedField,
  BodyExample,
  RawJson,
} from '../../../../platform/http/index.js';
import {
  accountNumbersFor,
  type AccountNumbersShown,
  withAccountNumbers,
} from '../../../../platform/account-numbers/index.js';
import { entityView } from '../use-cases/change-events.js';
import { UpsertCompany, type UpsertedCompany } from '../use-cases/upsert-company.js';
import { creationErrors } from './creation-errors.js';
import { toRefusalError } from './refusal-error.js';
import { readEntityBody } from '../dto/read-entity-body.js';
import { rulesResultView } from './rules-result-view.js';
import type { JsonValue } from '@tamis/stdx';
import type { PossibleMatch } from '../domain/match-company.js';
import type { Conflict } from '../domain/merge-company.js';
import { EntityDto, EntityNoticeDto, IgnoredMonitoringDto, RulesExecutionDto } from '../dto/entity.dto.js';
import {
  type ConflictResolution,
  conflictResolutions,
  type DeduplicationStrategy,
  deduplicationStrategies,
} from '../domain/upsert-options.js';
import { CreateEntityBody, upsertNotices } from '../dto/create-entity.body.js';

class UpsertOptionsBody {
  @EnumField(conflictResolutions, 'ConflictResolution', {
    description:
      'handling of a field whose value in the request differs from the stored one. ' +
      'source_wins: the sent value is stored; target_wins: the stored value is kept; manual_review: nothing is stored; ' +
      'smart_merge (default): lists and objects are merged, a status and data verified by a provider are kept, ' +
      'and the sent value is stored otherwise. All but manual_review fill empty fields; identifiers are never lost',
  })
  conflictResolution?: ConflictResolution;

  @EnumField(deduplicationStrategies, 'DeduplicationStrategy', {
    description:
      'how the company is searched. exact_match: by externalId and taxId, ignoring case; fuzzy_match: by similarity of ' +
      'names, at least 80 %; ai_similarity: by a text model, on this server a local character n-gram TF-IDF over names, ' +
      '80 % at least; hybrid (default): exact, else fuzzy. An equal externalId or taxId decides in all of them. None takes a company ' +
      'for one with another externalId or another taxId, nor for one of another country or with another registrationNumber where ' +
      'and only the name matches: it is created, and the other one is listed in possibleMatches',
  })
  deduplicationStrategy?: DeduplicationStrategy;

  @BooleanField({
    description:
      'whether branches count as the same company: tax ids of branches of one company (the CNPJ of Brazil) do not separate them, and ' +
      'that of the branch is stored in entityData.company.branchTaxIds; default false',
  })
  mergeBranches?: boolean;

  @BooleanField({ description: 'whether `entity.relationships` are created; default true' })
  createRelationships?: boolean;
}

/** `PUT /entities/upsert`. */
@IgnoreUnknownFields()
class UpsertCompanyBody {
  @NestedField(() => CreateEntityBody, { required: true, description: 'as in POST /entities, of type company' })
  entity!: CreateEntityBody;

  @NestedField(() => UpsertOptionsBody)
  options?: UpsertOptionsBody;
}

class ConflictDto {
  @ApiProperty({ example: 'entityData.company.industry', description: 'path of the field' }) field!: string;
  @ApiProperty(anyValueOrNull) oldValue!: unknown;
  @ApiProperty(anyValueOrNull) newValue!: unknown;
  @ApiProperty({
    enum: ['source_wins', 'target_wins', 'merged', 'manual_review'],
    enumName: 'ConflictOutcome',
    description: 'source of the stored value',
  })
  resolution!: Conflict['resolution'];
}

/** A stored company that may be the same as the one that was sent. */
class PossibleMatchDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ type: String, nullable: true }) taxId!: string | null;
  @ApiProperty({ type: String, nullable: true }) countryCode!: string | null;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'how similar it is' }) confidence!: number;
  @ApiProperty({ description: 'why it is similar' }) reasoning!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'why it is a different company; `null`: another one was more similar',
  })
  separatedBy!: string | null;
}

/** Includes the name of the field, which determines how its values are shown. */
function conflictView({ field, ...conflict }: Conflict, shown: AccountNumbersShown): ConflictDto {
  const name = field.slice(field.lastIndexOf('.') + 1);
  const view = (value: JsonValue): RawJson => {
    const json = withAccountNumbers(`{${JSON.stringify(name)}:${exactText(value)}}`, shown);
    return new RawJson(memberText(json, name)!);
  };
  return { field, ...conflict, oldValue: view(conflict.oldValue), newValue: view(conflict.newValue) };
}

const possibleMatchView = ({ company, ...found }: PossibleMatch): PossibleMatchDto => ({
  entityId: company.id,
  name: company.name,
  externalId: company.externalId,
  taxId: company.taxId,
  countryCode: company.countryCode,
  ...found,
});

/** Response of `PUT /entities/upsert`. */
class UpsertedCompanyDto extends RulesExecutionDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiPropertyOptional({ type: [IgnoredMonitoringDto], description: 'absent where all monitoring began' })
  monitoringIgnored?: readonly IgnoredMonitoringDto[];
  @ApiPropertyOptional({
    type: [EntityNoticeDto],
    description: 'ignored parts of the request; absent if none',
  })
  notices?: readonly EntityNoticeDto[];
  @ApiProperty({ enum: ['created', 'updated'], enumName: 'UpsertAction' }) action!: 'created' | 'updated';
  @ApiProperty() entity!: EntityDto;
  @ApiProperty({ type: EntityDto, nullable: true, description: 'its previous state; `null` if it was created' })
  previousEntity!: EntityDto | null;
  @ApiProperty({
    minimum: 0,
    maximum: 1,
    description:
      'confidence in the decision: for `updated`, how similar the company is; for `created`, how dissimilar the most similar one is. ' +
      'Review results below 0.7',
  })
  confidence!: number;
  @ApiProperty({ description: 'reason for the decision' }) reasoning!: string;
  @ApiProperty({ type: [ConflictDto] }) conflicts!: readonly ConflictDto[];
  @ApiProperty({
    type: [PossibleMatchDto],
    description: 'other similar stored companies to review, most similar first, at most 10',
  })
  possibleMatches!: readonly PossibleMatchDto[];
}

/** Codes whose details refer to fields of the sent entity. */
const prefixedCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'VALIDATION_ERROR',
  'INVALID_TAX_ID',
  'DUPLICATE_EXTERNAL_ID',
  'DUPLICATE_TAX_ID',
  'RELATED_ENTITY_NOT_FOUND',
  'RISK_MATRIX_NOT_FOUND',
  'SHARED_RESOURCE_NOT_ENABLED',
]);

/** Adjusts an error if the entity is a member of the body: its fields are named from the root of the body. */
function prefixErrorFields(member: string, error: unknown): unknown {
  if (!(error instanceof ApiError && prefixedCodes.has(error.code) && error.details)) return error;
  const { code, message, details, members, status } = error;
  const named = Object.entries(details).map(([path, says]): [string, unknown] => [`${member}.${path}`, says]);
  return new ApiError(code, message, Object.fromEntries(named), members, status);
}

@ApiTags('entities')
@Controller('entities')
export class UpsertController {
  constructor(private readonly upsertCompany: UpsertCompany) {}

  @Put('upsert')
  @ApiOperation({ summary: 'Create or update a company' })
  @BodyExample({
    entity: {
      type: 'company',
      name: 'EXAMPLE LTDA.',
      countryCode: 'BR',
      entityData: { company: { industry: 'retail' } },
    },
    options: { conflictResolution: 'smart_merge', deduplicationStrategy: 'hybrid' },
  })
  @RequirePermission('entities:create')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors(...creationErrors)
  @ApiOkResponse({ type: UpsertedCompanyDto })
  async upsert(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpsertCompanyBody,
    @Req() { rawBody = '{}' }: FastifyRequest,
  ): Promise<UpsertedCompanyDto> {
    requireEditPermission(principal);
    if (body.entity.type !== 'company') throw invalid({ 'entity.type': 'entity.type must be company' });
    const upserted = await this.performUpsert(principal, body, rawBody).catch((error: unknown) => {
      throw prefixErrorFields('entity', error);
    });
    const { row, previous, run, possibleMatches, ignoredMonitoring, conflicts, ...told } = upserted;
    const shown = accountNumbersFor(principal);
    const notices = upsertNotices(body.entity, previous);
    return {
      success: true,
      ...told,
      conflicts: conflicts.map((conflict) => conflictView(conflict, shown)),
      entity: entityView(row),
      previousEntity: previous && entityView(previous),
      possibleMatches: possibleMatches.map(possibleMatchView),
      ...rulesResultView(run),
      ...(ignoredMonitoring.length > 0 && { monitoringIgnored: ignoredMonitoring }),
      ...(notices.length > 0 && { notices }),
    };
  }

  private async performUpsert(
    principal: Principal,
    { entity, options }: UpsertCompanyBody,
    rawBody: string,
  ): Promise<UpsertedCompany> {
    const json = memberText(rawBody, 'entity')!;
    const read = readEntityBody(entity, json);
    const upserted = await this.upsertCompany.upsert(
      principal,
      {
        entity: options?.createRelationships === false ? { ...read, relationships: [] } : read,
        sent: new Set(Object.entries(entity).flatMap(([member, value]) => (value == null ? [] : [member]))),
        strategy: options?.deduplicationStrategy ?? 'hybrid',
        resolution: options?.conflictResolution ?? 'smart_merge',
        mergeBranches: options?.mergeBranches ?? false,
      },
      new Date(),
    );
    if (!upserted.ok) throw toRefusalError(upserted.error);
    return upserted.value;
  }
}

/** Checked in advance, because it is not known whether the request creates or changes an entity. */
function requireEditPermission({ scopes }: Principal): void {
  if (hasPermission(scopes, 'entities:edit')) return;
  throw new ApiError('FORBIDDEN', 'The request lacks the permission entities:edit, which an upsert also requires', {
    requiredPermission: 'entities:edit',
  });
}
