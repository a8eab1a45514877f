import { Body, Controller, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, holds, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiError, ApiErrors, invalid, memberText, RouteSettings } from '../../../platform/http/index.js';
import { shownEntity } from '../use-cases/change-events.js';
import { UpsertCompany, type UpsertedCompany } from '../use-cases/upsert-company.js';
import { creationErrors } from './creation-errors.js';
import { entityRefused } from './entity-refused.js';
import { namedWithin } from './named-within.js';
import { readEntityBody } from './read-entity-body.js';
import { shownRun } from './shown-run.js';
import { UpsertCompanyBody } from './upsert-company.body.js';
import { UpsertedCompanyDto } from './upserted-company.dto.js';

@ApiTags('entities')
@Controller('entities')
export class UpsertController {
  constructor(private readonly upsertCompany: UpsertCompany) {}

  @Put('upsert')
  @RequirePermission('entities:create')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors(...creationErrors)
  @ApiOkResponse({ type: UpsertedCompanyDto })
  async upsert(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpsertCompanyBody,
    @Req() { rawBody = '{}' }: FastifyRequest,
  ): Promise<UpsertedCompanyDto> {
    needChanging(principal);
    if (body.entity.type !== 'company') throw invalid({ 'entity.type': 'entity.type must be company' });
    const upserted = await this.run(principal, body, rawBody).catch((error: unknown) => {
      throw namedWithin('entity', error);
    });
    const { row, previous, run, ...told } = upserted;
    const previousEntity = previous && shownEntity(previous);
    return { success: true, ...told, entity: shownEntity(row), previousEntity, ...shownRun(run) };
  }

  private async run(
    principal: Principal,
    { entity, options }: UpsertCompanyBody,
    rawBody: string,
  ): Promise<UpsertedCompany> {
    const json = memberText(rawBody, 'entity')!;
    const read = readEntityBody(entity, json);
    const upserted = await this.upsertCompany.run(
      principal,
      {
        entity: options?.createRelationships === false ? { ...read, relationships: [] } : read,
        sent: new Set(Object.entries(entity).flatMap(([member, value]) => (value == null ? [] : [member]))),
        strategy: options?.deduplicationStrategy ?? 'hybrid',
        resolution: options?.conflictResolution ?? 'smart_merge',
      },
      new Date(),
    );
    if (!upserted.ok) throw entityRefused(upserted.error);
    return upserted.value;
  }
}

/** Nobody knows before whether it creates or changes. */
function needChanging({ scopes }: Principal): void {
  if (holds(scopes, 'entities:edit')) return;
  throw new ApiError('FORBIDDEN', 'The API key lacks the permission entities:edit, which an upsert needs too', {
    requiredPermission: 'entities:edit',
  });
}
