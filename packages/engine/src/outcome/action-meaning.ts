import type { Expression, SemanticModel } from '@tamis/lang';

/** What the checker found out about the expressions that stand in actions. */
export type ActionSemantics = Pick<SemanticModel, 'type' | 'resolution' | 'expanded'>;

type NodeMeanings = ReadonlyMap<
  Expression,
  {
    readonly type: ReturnType<SemanticModel['type']>;
    readonly resolution: ReturnType<SemanticModel['resolution']>;
    readonly expanded: Expression;
  }
>;

/** The same for these expressions alone: it does not keep what else is known of the rule. Null: there are none. */
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

/** Apart from where it is made, whose variables closures made there would keep. */
function fromNodeMeanings(known: NodeMeanings): ActionSemantics {
  const of = (node: Expression) => {
    const found = known.get(node);
    if (!found) throw new Error(`\`${node.kind}\` stands in no action`);
    return found;
  };
  return {
    type: (node) => of(node).type,
    resolution: (node) => of(node).resolution,
    expanded: (node) => of(node).expanded,
  };
}
