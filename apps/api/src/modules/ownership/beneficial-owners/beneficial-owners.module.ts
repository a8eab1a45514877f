import { Controller, Get, Module } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, hasPermission, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, PageQuery, Query, QueryInteger, UuidParam } from '../../../platform/http/index.js';
import { eraseOwnership } from '../../decisions/ownership-data/index.js';
import { EntitiesModule, ErasedWithEntities } from '../../parties/entities/index.js';
import { WatchlistsModule } from '../../screening/watchlists/index.js';
import { OwnershipDto, OwnershipResponseDto, OwnershipVersionsDto } from './dto/ownership.dto.js';
import { eraseDue } from './persistence/ownership-queue.js';
import { ComputeOwnership } from './use-cases/compute-ownership.js';
import { ReadOwnership } from './use-cases/read-ownership.js';
import { RecomputeOwnership } from './use-cases/recompute-ownership.js';

class OwnershipQuery {
  @QueryInteger({ min: 1, max: 2_147_483_647, description: 'default: the newest version' }) version?: number;
}

/** Ultimate owners of a company, derived from the `owns` relationships of all entities above it. */
@ApiTags('entities')
@Controller('entities/:id/ownership')
class OwnershipController {
  constructor(private readonly ownership: ReadOwnership) {}

  /**
   * Returns what rules read as `ownership`, and the ownership chains that prove it. It is computed in the background when a relationship
   * changes.
   */
  @Get()
  @ApiOperation({ summary: 'Read the owners of a company' })
  @RequirePermission('entities:read')
  @ApiErrors('ENTITY_NOT_FOUND', 'NOT_FOUND', 'INVALID_ENTITY_TYPE')
  @ApiOkResponse({ type: OwnershipResponseDto })
  async read(
    @CurrentPrincipal() { organizationId, scopes }: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @Query() { version }: OwnershipQuery,
  ): Promise<OwnershipResponseDto> {
    const known = await this.ownership.read(organizationId, id, version ?? null);
    const withSanctions = hasPermission(scopes, 'alerts:read');
    return { success: true, ownership: OwnershipDto.from(id, known, { withSanctions }) };
  }

  @Get('versions')
  @ApiOperation({ summary: "List the versions of a company's owners" })
  @RequirePermission('entities:read')
  @ApiErrors('ENTITY_NOT_FOUND', 'INVALID_ENTITY_TYPE', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: OwnershipVersionsDto })
  async versions(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @Query() query: PageQuery,
  ): Promise<OwnershipVersionsDto> {
    const { rows, pagination } = await this.ownership.history(organizationId, id, query);
    return OwnershipVersionsDto.from(rows, pagination);
  }
}

/** Ultimate ownership of companies: computed when relationships change, and announced. */
@Module({
  imports: [EntitiesModule, WatchlistsModule],
  controllers: [OwnershipController],
  providers: [ComputeOwnership, ReadOwnership, RecomputeOwnership],
})
export class BeneficialOwnersModule {
  constructor(erased: ErasedWithEntities) {
    erased.register(async (client, { organizationId, id }) => {
      await eraseOwnership(client, organizationId, id);
      await eraseDue(client, organizationId, id);
    });
  }
}
