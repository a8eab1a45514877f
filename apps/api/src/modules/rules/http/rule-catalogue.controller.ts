import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import { RequirePermission } from '../../../platform/auth/index.js';
import { catalogueBody } from '../domain/catalogue-body.js';
import { CatalogueDto } from './catalogue.dto.js';
import { isKnownTag } from './is-known-tag.js';

@ApiTags('rules')
@Controller('rules/catalog')
export class RuleCatalogueController {
  /** Every operator, function, aggregate, action, trigger and kind of literal a rule can use. Changes only with a release. */
  @Get()
  @RequirePermission('rules:read')
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'The `ETag` of the catalogue the caller has' })
  @ApiOkResponse({ type: CatalogueDto, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiResponse({ status: 304, description: 'The caller has this catalogue' })
  async get(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    const { json, etag } = catalogueBody();
    void reply.header('etag', etag);
    if (isKnownTag(known, etag)) await reply.status(304).send();
    else await reply.header('content-type', 'application/json; charset=utf-8').send(json);
  }
}
