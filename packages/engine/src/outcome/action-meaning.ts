import type { Expression, SemanticModel } from '@tamis/lang';

/** What the checker determined about expressions in actions. */
export type ActionSemantics = Pick<SemanticModel, 'type' | 'resolution' | 'expanded'>;

type NodeMeanings = ReadonlyMap<
  Expression,
  {
    readonly type: ReturnType<SemanticModel['type']>;
    readonly resolution: ReturnType<SemanticModel['resolution']>;
    readonly expanded: Expression;
  }
>;

/**
 * Returns this information for these expressions only, so that nothing else about the rule is retained. Returns `null` if there are no
 * expressions.
 */
export function actionSemantics(expressions: readonly Expression[], meaning: SemanticModel): ActionSemantics | null {
  if (expressions.length === 0) return null;
  const all = expressions.flatMap((node) => [node, meaning.expanded(node)]);
  return fromNodeMeanings(
    new Map(
      all.map((node) => [
        node,
        { type: meaning.type(node), resolution: meaning.resolution(node), expanded: meaning.expanded(node) },
      ]),
    ),
  );
}

/** This is a separate function, because closures created inside the caller would retain its variables. */
function fromNodeMeanings(known: NodeMeanings): ActionSemantics {
  const of = (node: Expression) => {
    const found = known.get(node);
    if (!found) throw new Error(`\`${node.kind}\` is not part of any action`);
    return found;
  };
  return {
    type: (node) => of(node).type,
    resolution: (node) => of(node).resolution,
    expanded: (node) => of(node).expanded,
  };
}
