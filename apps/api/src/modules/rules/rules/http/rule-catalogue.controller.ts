import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequirePermission } from '../../../../platform/auth/index.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const catalogueFile = new URL('../../../../../generated/rule-catalogue.json', import.meta.url);

interface CatalogueBody {
  readonly json: string;
  /** A strong tag: equal tags mean equal bytes. */
  readonly etag: string;
}

function catalogueBody(): CatalogueBody {
  const json = JSON.stringify(JSON.parse(readFileSync(catalogueFile, 'utf8')));
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url')}"` };
}

class CatalogueItemDto {
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['operator', 'function', 'aggregate', 'action', 'trigger', 'literal'] }) kind!: string;
  @ApiProperty({ description: 'As written in rule text' }) textForm!: string;
  @ApiProperty({ required: false, description: 'For operators: the word or symbol in JSON form' })
  jsonOperator?: string;
  @ApiProperty({ description: 'All its signatures, separated by `; `' }) signature!: string;
  @ApiProperty({ description: '`unknown`: if any operand is unknown; `never`; or else in words' }) missing!: string;
  @ApiProperty() costClass!: string;
  @ApiProperty() weight!: number;
  @ApiProperty() description!: string;
  @ApiProperty({
    type: 'object',
    required: ['text', 'json'],
    properties: { text: { type: 'string' }, json: {} },
    description: 'The same in both forms',
  })
  example!: { readonly text: string; readonly json: unknown };
  @ApiProperty({ description: 'The language version that introduced it' }) since!: number;
}

/** Everything that a rule can express. */
class CatalogueDto {
  @ApiProperty() success!: true;
  @ApiProperty() languageVersion!: number;
  @ApiProperty({ type: [String] }) reservedWords!: readonly string[];
  @ApiProperty({ type: [CatalogueItemDto] }) operators!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) functions!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) aggregates!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) actions!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) triggers!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) literals!: readonly CatalogueItemDto[];
}

/** Whether an `If-None-Match` header contains a tag. The weak form also counts, because intermediate caches may have weakened the tag. */
const isKnownTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((given) => {
    const tag = given.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });

@ApiTags('rules')
@Controller('rules/catalog')
export class RuleCatalogueController {
  /** The body changes only with a release. It is generated once, because this takes a third of a second at process start. */
  private readonly body = catalogueBody();

  /**
   * Returns all operators, functions, aggregates, actions, triggers and kinds of literals that a rule can use. They change only with a
   * release.
   */
  @Get()
  @ApiOperation({ summary: 'Read the catalogue of the rule language' })
  @RequirePermission('rules:read')
  @ApiHeader({ name: 'If-None-Match', required: false, description: "The `ETag` of the caller's catalogue" })
  @ApiOkResponse({ type: CatalogueDto, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiResponse({ status: 304, description: "The caller's catalogue is current" })
  async get(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    const { json, etag } = this.body;
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (isKnownTag(known, etag)) await reply.status(304).send();
    else await reply.header('content-type', 'application/json; charset=utf-8').send(json);
  }
}
