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
  /** A decimal; null: none of them has one. */
  readonly sumInUsd: string | null;
  readonly lastAt: Date;
  /** False: there are more payments than were added up. */
  readonly isComplete: boolean;
}

/** What links an entity to another one. */
export interface Link {
  readonly kind: LinkKind;
  /** Whose neighbours were asked for. */
  readonly entityId: string;
  readonly source: string;
  readonly target: string;
  /** What both have, where they are linked by that. */
  readonly shared?: { readonly id: string; readonly label: string };
  readonly relationship?: LinkRelationship;
  readonly payments?: PaidLink;
  /** Links of this kind that the entity has. */
  readonly total: number;
}

export interface GraphNode {
  readonly id: string;
  readonly kind: 'entity' | 'device' | 'account' | 'phone';
  /** Steps from the party that was asked about. */
  readonly ring: number;
  /** Of what is shared; null: it is an entity. */
  readonly label: string | null;
  /** Links that are not in the graph. */
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
  /** Entities that one node leads to in the next ring. */
  readonly neighbours: number;
  readonly nodes: number;
}

/** Neighbours of a party, ring by ring, up to some nodes. */
export class PartyGraph {
  private readonly nodesById = new Map<string, { -readonly [Name in keyof GraphNode]: GraphNode[Name] }>();
  private readonly edgesByKey = new Map<string, GraphEdge>();
  /** Some neighbour had no place. */
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

  /** Entities of one ring. */
  ring(ring: number): readonly string[] {
    return this.nodes.filter((node) => node.kind === 'entity' && node.ring === ring).map(({ id }) => id);
  }

  /** Adds the links of one entity to its neighbours, those named first as long as there is a place. */
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
