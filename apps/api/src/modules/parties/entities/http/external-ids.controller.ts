import { Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiError, ApiErrors, invalid, RawJson, RouteSettings, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { toEntityRecord } from '../persistence/to-entity-record.js';
import { ChangeExternalId } from '../use-cases/change-external-id.js';
import type { EntityKey } from '../use-cases/get-entity.js';
import { ChangeExternalIdBody } from '../dto/entity.bodies.js';
import { ChangedExternalIdDto } from '../dto/entity.dto.js';

@ApiTags('entities')
@Controller('entities')
export class ExternalIdsController {
  constructor(private readonly changeExternalId: ChangeExternalId) {}

  @Post('change-external-id')
  @ApiOperation({ summary: 'Change the external id of an entity' })
  @BodyExample({
    externalId: 'company-17',
    newExternalId: 'company-0017',
    reason: 'Ids have four digits from now on',
  })
  @HttpCode(200)
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'INVALID_LOOKUP', 'NOT_FOUND', 'DUPLICATE_EXTERNAL_ID', 'AMBIGUOUS_TAX_ID_LOOKUP')
  @ApiOkResponse({ type: ChangedExternalIdDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: ChangeExternalIdBody,
  ): Promise<ChangedExternalIdDto> {
    const request = { key: requireEntityKey(body), next: body.newExternalId, reason: requireReason(body) };
    const { changed, entity } = await this.changeExternalId.update(principal, request, new Date());
    return { success: true, changed, entity: toEntityRecord(entity, (json) => new RawJson(json)) };
  }
}

function requireEntityKey({ entityId, externalId, taxId }: ChangeExternalIdBody): EntityKey {
  const keys: EntityKey[] = [
    ...(entityId == null ? [] : [{ id: entityId }]),
    ...(externalId == null ? [] : [{ externalId }]),
    ...(taxId == null ? [] : [{ taxId }]),
  ];
  const [key, second] = keys;
  if (key && !second) return key;
  throw new ApiError('INVALID_LOOKUP', 'Identify the entity by exactly one of entityId, externalId and taxId');
}

function requireReason({ reason }: ChangeExternalIdBody): string {
  const text = reason.trim();
  if (text.length >= limits.reasonMinCharacters && text.length <= limits.reasonCharacters) return text;
  throw invalid({
    reason: `reason must have ${limits.reasonMinCharacters} to ${limits.reasonCharacters} characters, trimmed`,
  });
}
