import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, UuidParam, BodyExample, exampleId } from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import type { SharedType } from '../../decisions/rule-sets/index.js';
import { ShareResource } from './share-resource.js';
import { ChildShareBody } from './sharing.bodies.js';
import { ChangedShareAnswerDto, ShareAnswerDto, sharesView } from './sharing.dto.js';

const refusals = [
  'VALIDATION_ERROR',
  'NOT_A_DIRECT_CHILD',
  'ENVIRONMENT_MISMATCH',
  'SHARE_IN_USE',
  'SHARED_RESOURCE_READ_ONLY',
] as const;

async function readShares(
  sharing: ShareResource,
  principal: Principal,
  resourceType: SharedType,
  resourceId: string,
): Promise<ShareAnswerDto> {
  const sharedWith = sharesView(await sharing.read(principal, resourceType, resourceId));
  return { success: true, data: { resourceType, resourceId, sharedWith } };
}

async function changeShares(
  sharing: ShareResource,
  principal: Principal,
  { type: resourceType, id: resourceId }: { readonly type: SharedType; readonly id: string },
  { childOrganizationIds, mode, force }: ChildShareBody,
): Promise<ChangedShareAnswerDto> {
  const request = { childOrganizationIds, mode: mode ?? 'replace', force: force === true };
  const { sharedWith, added, removed } = await sharing.share(principal, resourceType, resourceId, request);
  return { success: true, data: { resourceType, resourceId, sharedWith: sharesView(sharedWith), added, removed } };
}

@ApiTags('risk matrices')
@Controller('risk-matrices/:id/child-share')
export class RiskMatrixSharesController {
  constructor(private readonly sharing: ShareResource) {}

  /** Returns the direct children it is shared with. */
  @Get()
  @ApiOperation({ summary: 'List the children with which a risk matrix is shared' })
  @RequirePermission('risk_matrices:read')
  @ApiErrors(['RISK_MATRIX_NOT_FOUND', 404], 'SHARED_RESOURCE_READ_ONLY')
  @ApiOkResponse({ type: ShareAnswerDto })
  read(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Risk matrix', 'RISK_MATRIX_NOT_FOUND') id: string,
  ): Promise<ShareAnswerDto> {
    return readShares(this.sharing, principal, 'risk_matrix', id);
  }

  /** Shares it with direct children of the same environment, or stops sharing it; each child enables it for itself. */
  @Post()
  @ApiOperation({ summary: 'Share a risk matrix with children' })
  @BodyExample({ childOrganizationIds: [exampleId], mode: 'add' })
  @HttpCode(200)
  @RequirePermission('risk_matrices:share')
  @ApiErrors(['RISK_MATRIX_NOT_FOUND', 404], ...refusals)
  @ApiOkResponse({ type: ChangedShareAnswerDto })
  share(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Risk matrix', 'RISK_MATRIX_NOT_FOUND') id: string,
    @PostBody() body: ChildShareBody,
  ): Promise<ChangedShareAnswerDto> {
    return changeShares(this.sharing, principal, { type: 'risk_matrix', id }, body);
  }
}

@ApiTags('data lists')
@Controller('data-lists/:id/child-share')
export class DataListSharesController {
  constructor(private readonly sharing: ShareResource) {}

  /** Returns the direct children it is shared with. */
  @Get()
  @ApiOperation({ summary: 'List the children with which a data list is shared' })
  @RequirePermission('data_lists:read')
  @ApiErrors('NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY')
  @ApiOkResponse({ type: ShareAnswerDto })
  read(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Data list') id: string): Promise<ShareAnswerDto> {
    return readShares(this.sharing, principal, 'data_list', id);
  }

  /** Shares it with direct children of the same environment, or stops sharing it; each child enables it for itself. */
  @Post()
  @ApiOperation({ summary: 'Share a data list with children' })
  @BodyExample({ childOrganizationIds: [exampleId], mode: 'add' })
  @HttpCode(200)
  @RequirePermission('data_lists:share')
  @ApiErrors('NOT_FOUND', ...refusals)
  @ApiOkResponse({ type: ChangedShareAnswerDto })
  share(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Data list') id: string,
    @PostBody() body: ChildShareBody,
  ): Promise<ChangedShareAnswerDto> {
    return changeShares(this.sharing, principal, { type: 'data_list', id }, body);
  }
}

@ApiTags('webhooks')
@Controller('webhook-config/:id/child-share')
export class WebhookSharesController {
  constructor(private readonly sharing: ShareResource) {}

  /** Returns the direct children it is shared with. */
  @Get()
  @ApiOperation({ summary: 'List the children with which a webhook is shared' })
  @RequirePermission('webhooks:read')
  @ApiErrors('NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY')
  @ApiOkResponse({ type: ShareAnswerDto })
  read(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Webhook') id: string): Promise<ShareAnswerDto> {
    return readShares(this.sharing, principal, 'webhook', id);
  }

  /** Shares it with direct children of the same environment, or stops sharing it; each child enables it for itself. */
  @Post()
  @ApiOperation({ summary: 'Share a webhook with children' })
  @BodyExample({ childOrganizationIds: [exampleId], mode: 'add' })
  @HttpCode(200)
  @RequirePermission('webhooks:share')
  @ApiErrors('NOT_FOUND', ...refusals)
  @ApiOkResponse({ type: ChangedShareAnswerDto })
  share(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Webhook') id: string,
    @PostBody() body: ChildShareBody,
  ): Promise<ChangedShareAnswerDto> {
    return changeShares(this.sharing, principal, { type: 'webhook', id }, body);
  }
}
