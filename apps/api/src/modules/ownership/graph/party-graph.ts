export const linkKinds = ['relationship', 'payments', 'device', 'account', 'phone'] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface LinkRelationship {
  readonly id: string;
  readonly relationshipType: string;
  readonly role: string | null;
  readonly strength: number | null;
}

/** Payments from the source to the target. */
export interface PaidLink {
  readonly count: number;
  /** Decimal text; `null` if none of the payments has an amount in USD. */
  readonly sumInUsd: string | null;
  readonly lastAt: Date;
  /** `false` if there are more payments than were summed up. */
  readonly isComplete: boolean;
}

/** A link from one entity to another. */
export interface Link {
  readonly kind: LinkKind;
  /** The entity whose neighbours were requested. */
  readonly entityId: string;
  readonly source: string;
  readonly target: string;
  /** What both entities have in common, if that is the link. */
  readonly shared?: { readonly id: string; readonly label: string };
  readonly relationship?: LinkRelationship;
  readonly payments?: PaidLink;
  /** Number of links of this kind that the entity has. */
  readonly total: number;
}

export interface GraphNode {
  readonly id: string;
  readonly kind: 'entity' | 'device' | 'account' | 'phone';
  /** Number of steps from the requested party. */
  readonly ring: number;
  /** Label of a shared item; `null` for an entity. */
  readonly label: string | null;
  /** Number of links that are not in the graph. */
  readonly more: number;
}

export interface GraphEdge {
  readonly kind: LinkKind;
  readonly source: string;
  readonly target: string;
  readonly relationship: LinkRelationship | null;
  readonly payments: PaidLink | null;
}

interface GraphBounds {
  /** Maximum entities that one node leads to in the next ring. */
  readonly neighbours: number;
  readonly nodes: number;
}

/** Neighbours of a party, ring by ring, up to a number of nodes. */
export class PartyGraph {
  private readonly nodesById = new Map<string, { -readonly [Name in keyof GraphNode]: GraphNode[Name] }>();
  private readonly edgesByKey = new Map<string, GraphEdge>();
  /** Whether a neighbour was left out because of the limit. */
  isCut = false;

  constructor(
    rootId: string,
    private readonly bounds: GraphBounds,
  ) {
    this.addNode({ id: rootId, kind: 'entity', ring: 0, label: null, more: 0 });
  }

  get nodes(): readonly GraphNode[] {
    return [...this.nodesById.values()];
  }

  get edges(): readonly GraphEdge[] {
    return [...this.edgesByKey.values()];
  }

  /** Returns the entities of one ring. */
  ring(ring: number): readonly string[] {
    return this.nodes.filter((node) => node.kind === 'entity' && node.ring === ring).map(({ id }) => id);
  }

  /** Adds the links of one entity to its neighbours, in the given order, until the limit is reached. */
  expand(entityId: string, links: readonly Link[]): void {
    const node = this.nodesById.get(entityId)!;
    const neighbours = new Set<string>();
    const totals = new Map<LinkKind, number>();
    let shown = 0;
    for (const link of links) {
      totals.set(link.kind, link.total);
      const otherId = link.source === entityId ? link.target : link.source;
      const isFull = !neighbours.has(otherId) && neighbours.size >= this.bounds.neighbours;
      if (isFull || !this.place(link, otherId, node.ring + 1)) continue;
      neighbours.add(otherId);
      shown += 1;
    }
    node.more = [...totals.values()].reduce((sum, total) => sum + total, 0) - shown;
  }

  private place(link: Link, otherId: string, ring: number): boolean {
    const { shared, kind } = link;
    const wanted: GraphNode[] = [{ id: otherId, kind: 'entity', ring, label: null, more: 0 }];
    if (shared && kind !== 'relationship' && kind !== 'payments')
      wanted.push({ id: shared.id, kind, ring, label: shared.label, more: 0 });
    const missing = wanted.filter(({ id }) => !this.nodesById.has(id));
    if (this.nodesById.size + missing.length > this.bounds.nodes) {
      this.isCut = true;
      return false;
    }
    for (const node of missing) this.addNode(node);
    const { source, target, relationship = null, payments = null } = link;
    if (shared)
      for (const end of [source, target])
        this.addEdge({ kind, source: end, target: shared.id, relationship, payments });
    else this.addEdge({ kind, source, target, relationship, payments });
    return true;
  }

  private addNode(node: GraphNode): void {
    this.nodesById.set(node.id, { ...node });
  }

  private addEdge(edge: GraphEdge): void {
    this.edgesByKey.set([edge.kind, edge.source, edge.target, edge.relationship?.id ?? ''].join(' '), edge);
  }
}
