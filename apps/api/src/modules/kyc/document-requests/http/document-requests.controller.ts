import { Controller, Get, HttpCode, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  BodyExample,
  exampleId,
  providedFields,
  Query,
  UuidParam,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { fileTypes } from '../domain/document-file.js';
import {
  CreateDocumentRequestBody,
  DiscardDocumentRequestBody,
  EndDocumentRequestBody,
  ListDocumentRequestsQuery,
} from '../dto/request.bodies.js';
import {
  DocumentRequestDto,
  DocumentRequestPageDto,
  FullDocumentRequestDto,
  SentDocumentRequestDto,
} from '../dto/request.dto.js';
import { ChangeRequests } from '../use-cases/change-requests.js';
import { CreateRequest } from '../use-cases/create-request.js';
import { ReadRequests } from '../use-cases/read-requests.js';

/** Documents requested from people and companies: creating requests, and reviewing them as an operator. */
@ApiTags('kyc')
@Controller('api/kyc/document-requests')
export class DocumentRequestsController {
  constructor(
    private readonly creating: CreateRequest,
    private readonly changing: ChangeRequests,
    private readonly reading: ReadRequests,
  ) {}

  /** Sets the status of the entity to `awaiting_information`, and returns the link through which the documents are sent. */
  @Post()
  @ApiOperation({ summary: 'Request documents from an entity' })
  @BodyExample({
    entityId: exampleId,
    documents: [{ label: 'Articles of incorporation' }, { label: 'Proof of address', required: false }],
    message: 'Please send them as PDF.',
    recipientEmail: 'onboarding@example.com',
    language: 'pt',
    expiresInHours: 72,
  })
  @RequirePermission('kyc:create')
  @ApiErrors(
    ...(['VALIDATION_ERROR', 'INVALID_ENTITY_TYPE', 'ITEM_LIMIT_EXCEEDED', 'ENTITY_NOT_FOUND'] as const),
    'INVALID_STATUS_TRANSITION',
  )
  @ApiCreatedResponse({ type: SentDocumentRequestDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { entityId, documents, ...more }: CreateDocumentRequestBody,
  ): Promise<SentDocumentRequestDto> {
    const asked = documents.map(({ label, required }) => ({ label, required: required ?? true }));
    const request = { entityId, documents: asked, ...providedFields(more) };
    return SentDocumentRequestDto.of(await this.creating.create(principal, request, new Date()));
  }

  /** Lists document requests, newest first. */
  @Get()
  @ApiOperation({ summary: 'List document requests' })
  @RequirePermission('kyc:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: DocumentRequestPageDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListDocumentRequestsQuery,
  ): Promise<DocumentRequestPageDto> {
    const { rows, pagination } = await this.reading.list(organizationId, query);
    return { success: true, documentRequests: rows.map((row) => DocumentRequestDto.from(row)), pagination };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a document request and its files' })
  @RequirePermission('kyc:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: FullDocumentRequestDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Document request') id: string,
  ): Promise<FullDocumentRequestDto> {
    return FullDocumentRequestDto.of(await this.reading.get(organizationId, id));
  }

  /** Downloads a file. Every download is recorded in the audit trail. */
  @Get(':id/files/:fileId')
  @ApiOperation({ summary: 'Download a file of a document request' })
  @RequirePermission('entities:read_sensitive')
  @ApiErrors('NOT_FOUND', 'SERVICE_UNAVAILABLE')
  @ApiProduces(...fileTypes)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async file(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Document request') id: string,
    @UuidParam('fileId', 'File') fileId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { file, bytes } = await this.reading.openFile(principal, id, fileId);
    void reply.headers({
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="${fileId}.${file.contentType.split('/')[1]!}"`,
    });
    return bytes;
  }

  /** Creates a new link, which replaces the previous one, and sends it by email if there is an address. Only for a waiting request. */
  @Post(':id/resend')
  @ApiOperation({ summary: 'Send the link of a document request again' })
  @HttpCode(200)
  @RequirePermission('kyc:create')
  @ApiErrors('NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: SentDocumentRequestDto })
  async resend(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Document request') id: string,
  ): Promise<SentDocumentRequestDto> {
    return SentDocumentRequestDto.of(await this.changing.resend(principal, id, new Date()));
  }

  /** Cancels a request. Only for a waiting one. */
  @Post(':id/cancel')
  @ApiOperation({ summary: 'Cancel a document request' })
  @BodyExample({ reason: 'They came by post' })
  @HttpCode(200)
  @RequirePermission('kyc:create')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: FullDocumentRequestDto })
  cancel(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Document request') id: string,
    @PostBody() { reason }: EndDocumentRequestBody,
  ): Promise<FullDocumentRequestDto> {
    return this.end(principal, id, 'cancelled', reason);
  }

  /** Accepts a request that was submitted, or that is waiting, in which case the files sent so far are accepted. */
  @Post(':id/accept')
  @ApiOperation({ summary: 'Accept the submitted documents' })
  @BodyExample({ reason: 'Compared with the register' })
  @HttpCode(200)
  @RequirePermission('kyc:review')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: FullDocumentRequestDto })
  accept(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Document request') id: string,
    @PostBody() { reason }: EndDocumentRequestBody,
  ): Promise<FullDocumentRequestDto> {
    return this.end(principal, id, 'accepted', reason);
  }

  /** Discards a request that was submitted or is waiting. */
  @Post(':id/discard')
  @ApiOperation({ summary: 'Discard the submitted documents' })
  @BodyExample({ reason: 'Of another company' })
  @HttpCode(200)
  @RequirePermission('kyc:review')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: FullDocumentRequestDto })
  discard(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Document request') id: string,
    @PostBody() { reason }: DiscardDocumentRequestBody,
  ): Promise<FullDocumentRequestDto> {
    return this.end(principal, id, 'discarded', reason);
  }

  private async end(
    principal: Principal,
    id: string,
    to: 'accepted' | 'discarded' | 'cancelled',
    reason: string | undefined,
  ): Promise<FullDocumentRequestDto> {
    await this.changing.end(principal, id, to, reason ?? null, new Date());
    return FullDocumentRequestDto.of(await this.reading.get(principal.organizationId, id));
  }
}
