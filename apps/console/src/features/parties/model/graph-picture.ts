import type { components } from '@tamis/client';

type Schemas = components['schemas'];
export type Graph = Schemas['GraphDto'];
export type Edge = Schemas['GraphEdgeDto'];

/** A positioned node of the picture. `fold` stands for neighbours that are not drawn. */
export interface DrawnNode {
  readonly id: string;
  readonly kind: Schemas['GraphNodeDto']['kind'] | 'fold';
  readonly label: string;
  /** Type of the party, or `null` if the node is not a party. */
  readonly type: string | null;
  /** For a fold: the number of links that it stands for. */
  readonly more: number;
  /** For a fold: the node whose neighbours it stands for. */
  readonly of: string | null;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export interface Picture {
  /** Column by column, each from top to bottom. */
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly Edge[];
  /** Whether there is more than the picture can hold. */
  readonly isCut: boolean;
  readonly width: number;
  readonly height: number;
}

/** Maximum number of nodes in one picture, including folds. */
export const mostNodes = 150;
const columnWidth = 250;
const rowHeight = 40;

type Known = Omit<DrawnNode, 'column' | 'x' | 'y'>;

const keyOf = ({ kind, source, target, relationship }: Edge): string =>
  [kind, source, target, relationship?.id ?? ''].join(' ');

/** Draws the graphs of several parties as one picture. The first party is the main one. */
export function drawGraphs(graphs: readonly Graph[]): Picture {
  const [first] = graphs;
  if (!first) return { nodes: [], edges: [], isCut: false, width: 0, height: 0 };
  const known = new Map<string, Known>();
  const folds: Known[] = [];
  let isCut = graphs.some(({ cut }) => cut);
  const room = mostNodes - graphs.length;
  for (const { nodes, entityId } of graphs)
    for (const { id, kind, label, entity, more } of nodes) {
      if (id === entityId && more > 0)
        folds.push({ ...{ id: `fold:${id}`, kind: 'fold', label: '', type: null }, more, of: id });
      if (known.has(id)) continue;
      if (known.size >= room) isCut = true;
      else known.set(id, { id, kind, label, type: entity?.type ?? null, more: 0, of: null });
    }
  const edges = new Map(
    graphs
      .flatMap((graph) => graph.edges)
      .filter(({ source, target }) => known.has(source) && known.has(target))
      .map((edge) => [keyOf(edge), edge]),
  );
  const shown = folds.filter(({ of }) => of !== null && known.has(of));
  return { ...placed(first.entityId, known, [...edges.values()], shown), isCut };
}

/** Places nodes in one column per step from the root. In a column, the neighbours of one node are adjacent. */
function placed(root: string, known: ReadonlyMap<string, Known>, edges: readonly Edge[], folds: readonly Known[]) {
  const neighbours = new Map<string, string[]>();
  const link = (from: string, to: string): void => {
    const all = neighbours.get(from);
    if (all) all.push(to);
    else neighbours.set(from, [to]);
  };
  for (const { source, target } of edges) {
    link(source, target);
    link(target, source);
  }
  const foldOf = new Map(folds.map((fold) => [fold.of, fold]));
  const columns: Known[][] = [];
  let ring: readonly string[] = [root];
  const seen = new Set(ring);
  for (let column = 0; ring.length > 0; column += 1) {
    const next: string[] = [];
    for (const id of ring) {
      const node = known.get(id);
      if (node) (columns[column] ??= []).push(node);
      for (const other of neighbours.get(id) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        next.push(other);
      }
    }
    ring = next;
  }
  const columnOf = new Map(columns.flatMap((nodes, column) => nodes.map(({ id }) => [id, column] as const)));
  for (const [of, fold] of foldOf) (columns[(columnOf.get(of ?? '') ?? 0) + 1] ??= []).push(fold);
  const rows = Math.max(...columns.map(({ length }) => length));
  const nodes = columns.flatMap((each, column) =>
    each.map((node, row): DrawnNode => {
      const y = (row + (rows - each.length) / 2) * rowHeight;
      return { ...node, column, x: column * columnWidth, y };
    }),
  );
  return { nodes, edges: [...edges], width: columns.length * columnWidth, height: rows * rowHeight };
}

export type Step = 'up' | 'down' | 'left' | 'right';

/** Returns the node that an arrow key leads to: along the column, or along an edge to the adjacent column. */
export function nodeBeside({ nodes, edges }: Picture, id: string, step: Step): string | null {
  const at = nodes.find((node) => node.id === id);
  if (!at) return null;
  if (step === 'up' || step === 'down') {
    const column = nodes.filter((node) => node.column === at.column);
    return column[column.indexOf(at) + (step === 'down' ? 1 : -1)]?.id ?? null;
  }
  const column = at.column + (step === 'right' ? 1 : -1);
  const linked = new Set(
    edges.flatMap(({ source, target }) => (source === id ? [target] : target === id ? [source] : [])),
  );
  const isBeside = (node: DrawnNode): boolean => linked.has(node.id) || node.of === id || at.of === node.id;
  return nodes.find((node) => node.column === column && isBeside(node))?.id ?? null;
}
