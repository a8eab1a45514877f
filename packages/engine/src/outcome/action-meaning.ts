import type { Expression, Meaning } from '@tamis/lang';

/** What the checker found out about the expressions that stand in actions. */
export type ActionMeaning = Pick<Meaning, 'type' | 'resolution' | 'expanded'>;

type Known = ReadonlyMap<
  Expression,
  {
    readonly type: ReturnType<Meaning['type']>;
    readonly resolution: ReturnType<Meaning['resolution']>;
    readonly expanded: Expression;
  }
>;

/** The same for these expressions alone: it does not keep what else is known of the rule. Null: there are none. */
export function actionMeaning(expressions: readonly Expression[], meaning: Meaning): ActionMeaning | null {
  if (expressions.length === 0) return null;
  const all = expressions.flatMap((node) => [node, meaning.expanded(node)]);
  return meaningFrom(
    new Map(
      all.map((node) => [
        node,
        { type: meaning.type(node), resolution: meaning.resolution(node), expanded: meaning.expanded(node) },
      ]),
    ),
  );
}

/** Apart from where it is made, whose variables closures made there would keep. */
function meaningFrom(known: Known): ActionMeaning {
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
