import { Controller, Delete, Get, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentOrigin, type RequestOrigin } from '../../../../platform/auth/index.js';
import { ApiErrors, PublicRoute, Query, RouteSettings, UuidParam } from '../../../../platform/http/index.js';
import { Post } from '../../../../platform/idempotency/index.js';
import { blobLimits } from '../../blobs/index.js';
import { fileTypes } from '../domain/document-file.js';
import { FileNameQuery } from '../dto/request.bodies.js';
import { SubmittedRequestDto, VisitedFilesDto, VisitedRequestDto } from '../dto/visit.dto.js';
import { VisitRequest } from '../use-cases/visit-request.js';

/** Endpoints of the page of a document request. They are accessible only with its link, which ends with the request. */
@ApiTags('kyc')
@Controller('kyc/documents/:token')
export class DocumentPagesController {
  constructor(private readonly visiting: VisitRequest) {}

  @Get('state')
  @ApiOperation({ summary: 'Read which documents are requested and what was sent' })
  @PublicRoute()
  @ApiErrors('NOT_FOUND', 'RATE_LIMIT_EXCEEDED')
  @ApiOkResponse({ type: VisitedRequestDto })
  async state(@Param('token') token: string, @CurrentOrigin() from: RequestOrigin): Promise<VisitedRequestDto> {
    return VisitedRequestDto.of(await this.visiting.state(await this.visiting.find(token, from)));
  }

  /** Receives a file as the body. Sending the same file for the same document again changes nothing. */
  @Put('documents/:documentId/files')
  @ApiOperation({ summary: 'Upload a file for a requested document' })
  @RouteSettings({ access: 'public', bodyBytes: blobLimits.bytes, rawTypes: fileTypes })
  @ApiConsumes(...fileTypes)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_FILES', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE')
  @ApiOkResponse({ type: VisitedFilesDto })
  async send(
    @Param('token') token: string,
    @UuidParam('documentId', 'Document') documentId: string,
    @Query() { name = '' }: FileNameQuery,
    @CurrentOrigin() from: RequestOrigin,
    @Req() { raw }: FastifyRequest,
  ): Promise<VisitedFilesDto> {
    const request = await this.visiting.find(token, from);
    return VisitedFilesDto.from(await this.visiting.receive(request, { documentId, name, body: raw }));
  }

  /** Removes a file; possible until the request is submitted. */
  @Delete('files/:fileId')
  @ApiOperation({ summary: 'Remove an uploaded file' })
  @PublicRoute()
  @ApiErrors('NOT_FOUND', 'RATE_LIMIT_EXCEEDED')
  @ApiOkResponse({ type: VisitedFilesDto })
  async remove(
    @Param('token') token: string,
    @UuidParam('fileId', 'File') fileId: string,
    @CurrentOrigin() from: RequestOrigin,
  ): Promise<VisitedFilesDto> {
    const request = await this.visiting.find(token, from);
    return VisitedFilesDto.from(await this.visiting.removeFile(request, fileId));
  }

  /** Submits the documents, once all required ones are present. This ends the link. */
  @Post('submit', { waitsOutside: true })
  @ApiOperation({ summary: 'Submit the uploaded documents' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED')
  @ApiOkResponse({ type: SubmittedRequestDto })
  async submit(@Param('token') token: string, @CurrentOrigin() from: RequestOrigin): Promise<SubmittedRequestDto> {
    return { status: await this.visiting.submit(await this.visiting.find(token, from), from, new Date()) };
  }
}
