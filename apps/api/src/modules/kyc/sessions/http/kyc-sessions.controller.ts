import { Body, Controller, Get, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentOrigin, type RequestOrigin } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  BodyExample,
  notFound,
  PublicRoute,
  providedFields,
  RouteSettings,
} from '../../../../platform/http/index.js';
import { Post } from '../../../../platform/idempotency/index.js';
import { blobLimits } from '../../blobs/index.js';
import { type ImageSide, imageSides, imageTypes } from '../../images/index.js';
import {
  SessionDocumentBody,
  SessionDocumentDto,
  SessionEndDto,
  SessionImageDto,
  SessionStateDto,
} from '../dto/session.dto.js';
import { EndSession } from '../use-cases/end-session.js';
import { OpenSessions } from '../use-cases/open-sessions.js';
import { ReceiveImage } from '../use-cases/receive-image.js';
import { RecordDocument } from '../use-cases/record-document.js';
import { ReadSession } from '../use-cases/session-state.js';

/** Endpoints of the page of a validation. They are accessible only with its link, which ends with the validation. */
@ApiTags('kyc')
@Controller('kyc/session/:token')
export class KycSessionsController {
  constructor(
    private readonly sessions: OpenSessions,
    private readonly reading: ReadSession,
    private readonly images: ReceiveImage,
    private readonly documents: RecordDocument,
    private readonly ending: EndSession,
  ) {}

  /** Returns the state. Viewing the page does not begin the validation. */
  @Get('state')
  @ApiOperation({ summary: 'Read what the page of a validation shows' })
  @PublicRoute()
  @ApiErrors('NOT_FOUND', 'RATE_LIMIT_EXCEEDED')
  @ApiOkResponse({ type: SessionStateDto })
  async state(@Param('token') token: string, @CurrentOrigin() from: RequestOrigin): Promise<SessionStateDto> {
    return this.reading.state(await this.sessions.find(token, from));
  }

  /** Receives an image as the body; `side` is `front`, `back` or `selfie`. */
  @Put('images/:side')
  @ApiOperation({ summary: 'Upload an image of a document or a face' })
  @RouteSettings({
    access: 'public',
    bodyBytes: blobLimits.bytes,
    rawTypes: imageTypes,
  })
  @ApiConsumes(...imageTypes)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_FILES', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE')
  @ApiOkResponse({ type: SessionImageDto })
  async image(
    @Param('token') token: string,
    @Param('side') side: string,
    @CurrentOrigin() from: RequestOrigin,
    @Req() { raw }: FastifyRequest,
  ): Promise<SessionImageDto> {
    const validation = await this.sessions.find(token, from);
    if (!imageSides.includes(side as ImageSide)) throw notFound('Session');
    return { steps: await this.images.receive(validation, side as ImageSide, raw, from) };
  }

  /** Records the content of a document. Lines that do not match their check digits can be corrected twice. */
  @Put('document')
  @ApiOperation({ summary: 'Submit the data of a document' })
  @BodyExample({
    documentType: 'passport',
    issuingCountry: 'BR',
    mrzLines: ['P<BRAEXAMPLE<<ANA<<<<<<<<<<<<<<<<<<<<<<<<<<<', 'AB1234567<BRA9001011F3001012<<<<<<<<<<<<<<08'],
  })
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED')
  @ApiOkResponse({ type: SessionDocumentDto })
  async document(
    @Param('token') token: string,
    @CurrentOrigin() from: RequestOrigin,
    @Body() { documentType, issuingCountry, mrzLines, barcode, fields }: SessionDocumentBody,
  ): Promise<SessionDocumentDto> {
    const validation = await this.sessions.find(token, from);
    const sent = { documentType, issuingCountry: issuingCountry.toUpperCase() };
    const more = providedFields({ mrzLines, barcode, fields: fields && providedFields(fields) });
    return this.documents.record(validation, { ...sent, ...more }, from, new Date());
  }

  /** Decides the validation, or leaves it to a person. */
  @Post('submit', { waitsOutside: true })
  @ApiOperation({ summary: 'Complete a validation' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE')
  @ApiOkResponse({ type: SessionEndDto })
  async submit(@Param('token') token: string, @CurrentOrigin() from: RequestOrigin): Promise<SessionEndDto> {
    return this.ending.submit(await this.sessions.find(token, from), from, new Date());
  }

  @Post('cancel', { waitsOutside: true })
  @ApiOperation({ summary: 'Abandon a validation' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'RATE_LIMIT_EXCEEDED')
  @ApiOkResponse({ type: SessionEndDto })
  async cancel(@Param('token') token: string, @CurrentOrigin() from: RequestOrigin): Promise<SessionEndDto> {
    return this.ending.cancel(await this.sessions.find(token, from), from, new Date());
  }
}
