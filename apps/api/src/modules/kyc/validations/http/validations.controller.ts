import { Body, Controller, Get, HttpCode, Param, Put, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  BodyExample,
  exampleId,
  invalid,
  notFound,
  providedFields,
  Query,
  UuidParam,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { resolveAssignee } from '../../../casework/alerts/index.js';
import {
  AssignedWorkDto,
  AssignWorkBody,
  TakenWorkDto,
  WaitingCountsDto,
} from '../../../casework/assignments/index.js';
import { type ImageSide, imageSides } from '../../images/index.js';
import { kycLimits } from '../domain/kyc-limits.js';
import { CreateValidationBody, ListValidationsQuery, ReviewValidationBody } from '../dto/validation.bodies.js';
import {
  BegunValidationDto,
  FullValidationDto,
  ResentValidationDto,
  IdentityValidationDto,
  ValidationPageDto,
  ValidationResponseDto,
} from '../dto/validation.dto.js';
import { AssignReviews } from '../use-cases/assign-reviews.js';
import { ChangeValidations } from '../use-cases/change-validations.js';
import { CreateValidation } from '../use-cases/create-validation.js';
import { type ReadValidation, ReadValidations } from '../use-cases/read-validations.js';

const shown = (read: ReadValidation): ValidationResponseDto => ({ success: true, ...FullValidationDto.of(read) });

/** Identity validations: started by API clients, decided by operators. */
@ApiTags('kyc')
@Controller('api/kyc')
export class ValidationsController {
  constructor(
    private readonly creating: CreateValidation,
    private readonly changing: ChangeValidations,
    private readonly reading: ReadValidations,
    private readonly assigning: AssignReviews,
  ) {}

  /** Returns the link on which the person submits a document and their face. */
  @Post('validations')
  @ApiOperation({ summary: 'Start an identity validation' })
  @BodyExample({ entityId: exampleId, language: 'pt', redirectUrl: 'https://example.com/done', expiresInHours: 48 })
  @RequirePermission('kyc:create')
  @ApiErrors(
    ...(['VALIDATION_ERROR', 'INVALID_ENTITY_TYPE', 'INSUFFICIENT_BALANCE', 'INTEGRATION_NOT_ENABLED'] as const),
    ...(['ENTITY_NOT_FOUND', 'VALIDATION_IN_PROGRESS'] as const),
  )
  @ApiCreatedResponse({ type: BegunValidationDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateValidationBody,
  ): Promise<BegunValidationDto> {
    const { entityId, ...request } = body;
    if (Buffer.byteLength(JSON.stringify(request.metadata ?? {})) > kycLimits.metadataBytes)
      throw invalid({ metadata: `metadata must have at most ${kycLimits.metadataBytes} bytes` });
    const asked = { entityId, ...providedFields(request) };
    const { validation, link } = await this.creating.create(principal, asked, new Date());
    return { success: true, ...IdentityValidationDto.from(validation), providerSessionUrl: link.url };
  }

  /** Lists validations, newest first. */
  @Get('validations')
  @ApiOperation({ summary: 'List identity validations' })
  @RequirePermission('kyc:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: ValidationPageDto })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() { assignedTo, ...query }: ListValidationsQuery,
  ): Promise<ValidationPageDto> {
    const filter = { ...query, assignee: resolveAssignee(principal, assignedTo) };
    const { rows, pagination } = await this.reading.list(principal.organizationId, filter);
    return { success: true, validations: rows.map((row) => IdentityValidationDto.from(row)), pagination };
  }

  /** Counts the validations that wait for a review. */
  @Get('validations/counts')
  @ApiOperation({ summary: 'Count the validations waiting for review, by assignee' })
  @RequirePermission('kyc:read')
  @ApiOkResponse({ type: WaitingCountsDto })
  async counts(@CurrentPrincipal() { organizationId, actor }: Principal): Promise<WaitingCountsDto> {
    return { success: true, ...(await this.reading.waiting(organizationId, actor.id)) };
  }

  /** Concurrent requests each get a different validation. */
  @Post('validations/next')
  @ApiOperation({ summary: 'Take the unassigned validation that has waited longest for a review' })
  @HttpCode(200)
  @RequirePermission('kyc:review')
  @ApiOkResponse({ type: TakenWorkDto })
  next(@CurrentPrincipal() principal: Principal): Promise<TakenWorkDto> {
    return this.assigning.takeNext(principal);
  }

  /** Applies only to a validation that waits for a review. */
  @Put('validations/:id/assign')
  @ApiOperation({ summary: 'Assign or unassign the review of a validation' })
  @BodyExample({ assignedTo: exampleId })
  @RequirePermission('kyc:review')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: AssignedWorkDto })
  assign(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Validation') id: string,
    @Body() body: AssignWorkBody,
  ): Promise<AssignedWorkDto> {
    return this.assigning.assign(principal, id, body);
  }

  @Get('validations/:id')
  @ApiOperation({ summary: 'Read an identity validation' })
  @RequirePermission('kyc:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: ValidationResponseDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Validation') id: string,
  ): Promise<ValidationResponseDto> {
    return shown(await this.reading.get(organizationId, id));
  }

  @Get('entities/:entityId/current')
  @ApiOperation({ summary: 'Read the newest identity validation of a person' })
  @RequirePermission('kyc:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: ValidationResponseDto })
  async current(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('entityId', 'Validation') entityId: string,
  ): Promise<ValidationResponseDto> {
    return shown(await this.reading.current(organizationId, entityId));
  }

  /** Each view is recorded in the audit trail. */
  @Get('validations/:id/images/:side')
  @ApiOperation({ summary: 'View an image of a validation' })
  @RequirePermission('entities:read_sensitive')
  @ApiErrors('NOT_FOUND', 'SERVICE_UNAVAILABLE')
  @ApiProduces('image/jpeg', 'image/png', 'image/webp')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async image(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Validation') id: string,
    @Param('side') side: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    if (!imageSides.includes(side as ImageSide)) throw notFound('Image');
    const { bytes, contentType } = await this.reading.openImage(principal, id, side as ImageSide);
    void reply.headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${side}.${contentType.slice('image/'.length)}"`,
    });
    return bytes;
  }

  /** Applies only to a validation that has not been started. */
  @Post('validations/:id/cancel')
  @ApiOperation({ summary: 'Cancel an identity validation' })
  @HttpCode(200)
  @RequirePermission('kyc:create')
  @ApiErrors('NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: ValidationResponseDto })
  async cancel(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Validation') id: string,
  ): Promise<ValidationResponseDto> {
    await this.changing.cancel(principal, id, new Date());
    return shown(await this.reading.get(principal.organizationId, id));
  }

  /** Applies to a validation that waits for a review. */
  @Post('validations/:id/review')
  @ApiOperation({ summary: 'Decide an identity validation' })
  @BodyExample({ decision: 'approved', reason: 'Document and face were compared manually' })
  @HttpCode(200)
  @RequirePermission('kyc:review')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: ValidationResponseDto })
  async review(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Validation') id: string,
    @PostBody() body: ReviewValidationBody,
  ): Promise<ValidationResponseDto> {
    await this.changing.review(principal, id, body, new Date());
    return shown(await this.reading.get(principal.organizationId, id));
  }

  /** Creates a new link, and also emails it if the person has an address. */
  @Post('validations/:id/resend')
  @ApiOperation({ summary: 'Send the link of a validation again' })
  @HttpCode(200)
  @RequirePermission('kyc:create')
  @ApiErrors('NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: ResentValidationDto })
  async resend(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Validation') id: string,
  ): Promise<ResentValidationDto> {
    const { validation, url, isEmailed } = await this.changing.resend(principal, id, new Date());
    const { sessionId } = validation;
    return { success: true, id, sessionId, providerSessionUrl: url, emailed: isEmailed };
  }
}
