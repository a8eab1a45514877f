import { Controller, Get, Module } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, Query, UuidParam } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { GraphDto, GraphQuery, GraphResponseDto } from './graph.dto.js';
import { linkKinds } from './party-graph.js';
import { ReadGraph } from './read-graph.js';

const dayMs = 86_400_000;

/** Graph around a party: relationships, payment totals, and devices, accounts and phones shared with others. */
@ApiTags('entities')
@Controller()
export class GraphController {
  constructor(private readonly graphs: ReadGraph) {}

  @Get('entities/:id/graph')
  @ApiOperation({ summary: 'Read the neighbours of an entity as a graph' })
  @RequirePermission('entities:read')
  @ApiErrors('VALIDATION_ERROR', 'ENTITY_NOT_FOUND')
  @ApiOkResponse({ type: GraphResponseDto })
  async read(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @Query() { depth = 1, limit = limits.graphUsualNeighbours, kinds = [...linkKinds], from }: GraphQuery,
  ): Promise<GraphResponseDto> {
    const since = from === undefined ? new Date(Date.now() - limits.graphDays * dayMs) : new Date(from);
    const found = await this.graphs.read(principal, id, { depth, neighbours: limit, kinds, since });
    return { success: true, graph: GraphDto.from(id, found) };
  }
}

@Module({ controllers: [GraphController], providers: [ReadGraph] })
export class GraphModule {}
