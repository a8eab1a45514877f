import { ApiProperty } from '@nestjs/swagger';

import { InstantField, QueryEnumList, QueryInteger, rawNumber } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type LinkKind, linkKinds } from './party-graph.js';
import type { FoundGraph } from './read-graph.js';

const nullableText = { type: String, nullable: true } as const;
const nodeKinds = ['entity', 'device', 'account', 'phone'] as const;

export class GraphQuery {
  @QueryInteger({ min: 1, max: 2, description: 'number of levels around the entity; default 1' }) depth?: number;
  @QueryInteger({
    min: 1,
    max: limits.graphNeighbours,
    description: `maximum number of neighbours of each entity; default ${limits.graphUsualNeighbours}`,
  })
  limit?: number;
  @QueryEnumList(linkKinds, 'GraphLinkKind', { description: 'default: all' }) kinds?: LinkKind[];
  @InstantField({
    description: `start of the period for which payments are added up; default ${limits.graphDays} days ago`,
  })
  from?: string;
}

class GraphEntityDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty(nullableText) externalId!: string | null;
  @ApiProperty() type!: string;
  @ApiProperty() name!: string;
  @ApiProperty() status!: string;
  @ApiProperty(nullableText) countryCode!: string | null;
  @ApiProperty({ minimum: 0, maximum: 100 }) riskScore!: number;
}

class GraphNodeDto {
  @ApiProperty({ description: 'of an entity, its id' }) id!: string;
  @ApiProperty({ enum: nodeKinds, enumName: 'GraphNodeKind' }) kind!: (typeof nodeKinds)[number];
  @ApiProperty({ description: 'steps from the requested entity' }) ring!: number;
  @ApiProperty({ description: 'the name of an entity, or the shared value' }) label!: string;
  @ApiProperty({ type: GraphEntityDto, nullable: true }) entity!: GraphEntityDto | null;
  @ApiProperty({ description: 'further links it has; not determined for the outermost level' }) more!: number;
}

class GraphRelationshipDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() relationshipType!: string;
  @ApiProperty(nullableText) role!: string | null;
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 1 }) strength!: number | null;
}

class GraphPaymentsDto {
  @ApiProperty() count!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'of the payments with an amount in USD' })
  sumInUsd!: object | null;
  @ApiProperty({ format: 'date-time' }) lastAt!: string;
  @ApiProperty({ description: `false: only the newest ${limits.graphPayments} payments of the entity were added up` })
  complete!: boolean;
}

class GraphEdgeDto {
  @ApiProperty({ enum: linkKinds, enumName: 'GraphLinkKind' }) kind!: LinkKind;
  @ApiProperty({ description: 'id of a node' }) source!: string;
  @ApiProperty({ description: 'id of a node; for a shared value, the device, account or phone' }) target!: string;
  @ApiProperty({ type: GraphRelationshipDto, nullable: true }) relationship!: GraphRelationshipDto | null;
  @ApiProperty({ type: GraphPaymentsDto, nullable: true, description: 'from the source to the target' })
  payments!: GraphPaymentsDto | null;
}

class OmittedLinksDto {
  @ApiProperty({ enum: linkKinds, enumName: 'GraphLinkKind' }) kind!: LinkKind;
  @ApiProperty({ description: 'the permission needed to see them' }) permission!: string;
}

export class GraphDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ type: [GraphNodeDto] }) nodes!: readonly GraphNodeDto[];
  @ApiProperty({ type: [GraphEdgeDto] }) edges!: readonly GraphEdgeDto[];
  @ApiProperty({ description: `there are more than ${limits.graphNodes} nodes` }) cut!: boolean;
  @ApiProperty({ type: [OmittedLinksDto], description: 'kinds that the caller cannot read' })
  omitted!: readonly OmittedLinksDto[];

  static from(entityId: string, { nodes, edges, entities, isCut, omitted }: FoundGraph): GraphDto {
    return {
      entityId,
      nodes: nodes.map((node) => {
        const entity = entities.get(node.id);
        if (!entity) return { ...node, label: node.label ?? '', entity: null };
        const { id, externalId, type, name, status, countryCode, riskScore } = entity;
        return { ...node, label: name, entity: { id, externalId, type, name, status, countryCode, riskScore } };
      }),
      edges: edges.map(({ payments, ...edge }) => ({
        ...edge,
        payments: payments && {
          count: payments.count,
          sumInUsd: payments.sumInUsd === null ? null : rawNumber(payments.sumInUsd),
          lastAt: payments.lastAt.toISOString(),
          complete: payments.isComplete,
        },
      })),
      cut: isCut,
      omitted,
    };
  }
}

export class GraphResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() graph!: GraphDto;
}
