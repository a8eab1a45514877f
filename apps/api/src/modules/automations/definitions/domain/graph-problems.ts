import { automationLimits } from './automation-limits.js';
import type { GraphJson } from './automation.js';

const handles: ReadonlySet<string> = new Set(['true', 'false', 'unknown']);

/** Returns the problems of a graph, by path. Empty if there are none. */
export function graphProblems(graph: GraphJson): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  const { nodes, edges } = graph;
  if (nodes.length > automationLimits.nodes)
    problems['graph.nodes'] = `must have at most ${automationLimits.nodes} nodes`;
  if (!nodes.some(({ type }) => type === 'trigger')) problems['graph.nodes'] = 'must have a node of type trigger';
  const byId = new Map(nodes.map((node) => [node.id, node]));
  nodes.forEach(({ id }, index) => {
    if (nodes.findIndex((each) => each.id === id) !== index)
      problems[`graph.nodes[${index}].id`] = `another node already has the id ${JSON.stringify(id)}`;
  });
  const edgeIds = new Set<string>();
  edges.forEach(({ id, source, target, sourceHandle = null }, index) => {
    const at = `graph.edges[${index}]`;
    if (edgeIds.has(id)) problems[`${at}.id`] = `another edge already has the id ${JSON.stringify(id)}`;
    edgeIds.add(id);
    const from = byId.get(source);
    if (!from) problems[`${at}.source`] = `the node ${JSON.stringify(source)} does not exist`;
    if (!byId.has(target)) problems[`${at}.target`] = `the node ${JSON.stringify(target)} does not exist`;
    if (byId.get(target)?.type === 'trigger') problems[`${at}.target`] = 'an edge cannot lead to a trigger';
    if (sourceHandle !== null && !handles.has(sourceHandle))
      problems[`${at}.sourceHandle`] = 'must be true, false or unknown';
    else if (sourceHandle !== null && sourceHandle !== 'true' && from && from.type !== 'condition')
      problems[`${at}.sourceHandle`] = 'only a condition can result in false or unknown';
  });
  const circle = circleIn(graph);
  if (circle) problems['graph.edges'] = `form a cycle: ${circle.join(' → ')}`;
  return problems;
}

/** Returns nodes that form a cycle; `null` if there are none. */
function circleIn({ nodes, edges }: GraphJson): readonly string[] | null {
  const done = new Set<string>();
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) targets.set(source, [...(targets.get(source) ?? []), target]);
  const visit = (id: string, way: readonly string[]): readonly string[] | null => {
    const before = way.indexOf(id);
    if (before !== -1) return [...way.slice(before), id];
    if (done.has(id)) return null;
    for (const target of targets.get(id) ?? []) {
      const found = visit(target, [...way, id]);
      if (found) return found;
    }
    done.add(id);
    return null;
  };
  for (const { id } of nodes) {
    const found = visit(id, []);
    if (found) return found;
  }
  return null;
}
