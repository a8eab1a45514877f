import { actionBlock, type Block, branchBlock, laneNames, type LaneName } from './flow.js';
import type { ActionJson, GraphJson, GraphNode } from './written.js';

/** More blocks than a graph may have nodes. Exceeding it means that a node reachable in several ways was read repeatedly. */
const mostBlocks = 200;

/** Returns the blocks of a graph, or `null` if the paths from one of its conditions neither join again nor end. */
export function blocksOfGraph(graph: GraphJson): readonly Block[] | null {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const triggers = graph.nodes.filter(({ type }) => type === 'trigger');
  if (triggers.length !== 1 || nodes.size !== graph.nodes.length) return null;
  try {
    const reader = new GraphReader(graph, nodes);
    return reader.read(reader.behind(triggers[0]!.id, 'true'), null);
  } catch (error) {
    if (error instanceof NoOrder) return null;
    throw error;
  }
}

class NoOrder extends Error {}

class GraphReader {
  private readonly targets = new Map<string, string>();
  private readonly reached = new Map<string, ReadonlySet<string>>();
  private count = 0;

  constructor(
    { edges }: GraphJson,
    private readonly nodes: ReadonlyMap<string, GraphNode>,
  ) {
    for (const { source, target, sourceHandle } of edges) {
      const way = `${sourceHandle ?? 'true'} ${source}`;
      if (this.targets.has(way) || !nodes.has(target)) throw new NoOrder();
      this.targets.set(way, target);
    }
  }

  behind(id: string, way: LaneName): string | null {
    return this.targets.get(`${way} ${id}`) ?? null;
  }

  /** Reads from one node up to another. */
  read(start: string | null, stop: string | null): readonly Block[] {
    const blocks: Block[] = [];
    let id = start;
    while (id !== null && id !== stop) {
      this.count += 1;
      if (this.count > mostBlocks) throw new NoOrder();
      const node = this.nodes.get(id)!;
      if (node.type === 'action') {
        if (typeof node.data?.['type'] !== 'string') throw new NoOrder();
        blocks.push(actionBlock(node.data as unknown as ActionJson, { node }));
        id = this.behind(id, 'true');
        continue;
      }
      const { conditions = [] } = (node.data ?? {}) as { readonly conditions?: unknown };
      if (node.type !== 'condition' || !Array.isArray(conditions)) throw new NoOrder();
      const ways = [this.behind(id, 'true'), this.behind(id, 'false')] as const;
      const unknown = this.behind(id, 'unknown');
      const join = this.joinOf([...ways, ...(unknown === null ? [] : [unknown])], stop);
      const [yes, no] = ways.map((way) => this.read(way, join)) as [readonly Block[], readonly Block[]];
      const lanes = { true: yes, false: no, unknown: unknown === null ? null : this.read(unknown, join) };
      blocks.push(branchBlock(conditions, { node, lanes }));
      id = join;
    }
    return blocks;
  }

  /** Returns the first node at which all of these paths join. If one of them ends, they never do. */
  private joinOf(ways: readonly (string | null)[], stop: string | null): string | null {
    if (ways.includes(null)) return stop;
    const [first, ...others] = ways.map((way) => this.from(way!)) as [ReadonlySet<string>, ...ReadonlySet<string>[]];
    const common = [...first].filter((id) => others.every((each) => each.has(id)));
    // The first common node leads to all the others.
    return common.sort((a, b) => this.from(b).size - this.from(a).size)[0] ?? stop;
  }

  /** Returns all nodes that can be reached from a node, including itself. */
  private from(id: string, above: ReadonlySet<string> = new Set()): ReadonlySet<string> {
    const known = this.reached.get(id);
    if (known) return known;
    if (above.has(id)) throw new NoOrder();
    const ways = laneNames.map((way) => this.behind(id, way));
    const found = new Set([id]);
    for (const way of ways)
      if (way !== null) for (const each of this.from(way, new Set([...above, id]))) found.add(each);
    this.reached.set(id, found);
    return found;
  }
}
