import { type Block, type Flow, laneNames, lanesOf, type LaneName } from './flow.js';
import type { GraphEdge, GraphJson, GraphNode } from './written.js';

const wayOf = ({ source, target, sourceHandle }: GraphEdge): string =>
  JSON.stringify([source, sourceHandle ?? 'true', target]);

/** Returns an unused name: `action-1`, `action-2`, … */
function nextName(taken: Set<string>, word: string): string {
  let number = 1;
  while (taken.has(`${word}-${number}`)) number += 1;
  taken.add(`${word}-${number}`);
  return `${word}-${number}`;
}

class GraphWriter {
  readonly nodes: GraphNode[] = [];
  readonly edges: GraphEdge[] = [];
  readonly ids = new Map<string, string>();
  private readonly taken: Set<string>;
  private readonly edgeNames: Set<string>;
  private readonly known: ReadonlyMap<string, GraphEdge>;

  constructor(graph: GraphJson | null) {
    this.taken = new Set(graph?.nodes.map(({ id }) => id));
    this.edgeNames = new Set(graph?.edges.map(({ id }) => String(id)));
    this.known = new Map(graph?.edges.map((edge) => [wayOf(edge), edge]));
  }

  newName(word: string): string {
    return nextName(this.taken, word);
  }

  lead(source: string, target: string | null, way: LaneName): void {
    if (target === null) return;
    const made = { source, target, ...(way !== 'true' && { sourceHandle: way }) };
    const before = this.known.get(wayOf(made));
    this.edges.push(before ?? { id: nextName(this.edgeNames, 'edge'), ...made });
  }

  /** Names are assigned in reading order before edges refer to them. */
  name(blocks: readonly Block[]): void {
    const used = new Set(this.ids.values());
    for (const block of blocks) {
      const own = block.node?.id;
      const id =
        own !== undefined && !used.has(own) ? own : this.newName(block.kind === 'action' ? 'action' : 'condition');
      used.add(id);
      this.ids.set(block.key, id);
      if (block.kind === 'branch')
        for (const lane of lanesOf(block)) {
          this.name(lane);
          for (const each of this.ids.values()) used.add(each);
        }
    }
  }

  /** Writes blocks that lead to `behind`, and returns the first of them. */
  write(blocks: readonly Block[], behind: string | null): string | null {
    return blocks.reduceRight<string | null>((next, block) => {
      const id = this.ids.get(block.key)!;
      if (block.kind === 'action') {
        this.nodes.push({ ...(block.node ?? { id, type: 'action' }), id, data: block.action });
        this.lead(id, next, 'true');
        return id;
      }
      const { lanes, conditions, node } = block;
      const isTold = conditions.length > 0 || node?.data?.['conditions'] !== undefined || node === null;
      const data = node?.data ?? (isTold ? {} : undefined);
      this.nodes.push({
        ...(node ?? { type: 'condition' }),
        id,
        ...(data && { data: { ...data, ...(isTold && { conditions }) } }),
      });
      this.lead(id, this.write(lanes.true, next), 'true');
      this.lead(id, this.write(lanes.false, next), 'false');
      if (lanes.unknown) this.lead(id, this.write(lanes.unknown, next), 'unknown');
      return id;
    }, behind);
  }
}

/** Keeps the previous order. New parts follow in reading order. */
function inOrder<Part>(
  made: readonly Part[],
  before: readonly Part[],
  { nameOf, placeOf }: { readonly nameOf: (part: Part) => string; readonly placeOf: (part: Part) => number },
): readonly Part[] {
  const places = new Map(before.map((part, index) => [nameOf(part), index]));
  const keyOf = (part: Part): number => places.get(nameOf(part)) ?? before.length + placeOf(part);
  return [...made].sort((a, b) => keyOf(a) - keyOf(b));
}

/** Converts a flow to a graph. Nodes of the previous graph keep their names, positions and additional members. */
export function writeGraph({ blocks, graph }: Flow): {
  readonly graph: GraphJson;
  readonly paths: Map<string, string>;
} {
  const writer = new GraphWriter(graph);
  const trigger = graph?.nodes.find(({ type }) => type === 'trigger') ?? {
    id: writer.newName('trigger'),
    type: 'trigger',
  };
  writer.name(blocks);
  writer.lead(trigger.id, writer.write(blocks, null), 'true');
  writer.nodes.push(trigger);
  const read = new Map([trigger.id, ...writer.ids.values()].map((id, index) => [id, index]));
  const nodes = inOrder(writer.nodes, graph?.nodes ?? [], {
    nameOf: ({ id }) => id,
    placeOf: ({ id }) => read.get(id)!,
  });
  const edges = inOrder(writer.edges, graph?.edges ?? [], {
    nameOf: wayOf,
    placeOf: ({ source, sourceHandle }) =>
      read.get(source)! * laneNames.length + laneNames.indexOf((sourceHandle ?? 'true') as LaneName),
  });
  const places = new Map(nodes.map(({ id }, index) => [id, index]));
  const paths = new Map(Array.from(writer.ids, ([key, id]) => [key, `graph.nodes[${places.get(id)}].data`]));
  return { graph: { ...graph, nodes, edges }, paths };
}
