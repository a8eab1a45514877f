import fc from 'fast-check';
import { actions, matrices, rules } from '@tamis/testkit/arbitraries';
import * as ast from '../src/ast/index.js';
import { actionSettings } from '../src/json/decode-action.js';
import { encodeAction } from '../src/json/encode-action.js';
import { encodeKey } from '../src/json/encode-object.js';
import { targetWords } from '../src/json/target-words.js';
import { expressions, names, texts } from './json-expressible-trees.js';

type Arb<T> = fc.Arbitrary<T>;

const orNull = <T>(arbitrary: Arb<T>): Arb<T | null> => fc.option(arbitrary, { nil: null });

const distinctKeys = (node: ast.ObjectNode): boolean =>
  new Set(node.entries.map(({ key }) => encodeKey(key))).size === node.entries.length;

/** Keys as they result from parsing: a text only if it cannot be written as a path, or looks like a tag. */
const keys = fc.oneof(
  fc.tuple(names, fc.array(names, { maxLength: 1 })).map(([first, rest]) => ast.pathNode([first, ...rest])),
  fc.constantFrom('two words', '', '$money', '$other', 'when', '5x').map((text) => ast.textLiteral(text)),
);

export function objects(depth = 2): Arb<ast.ObjectNode> {
  const values: Arb<ast.ObjectValue>[] = [expressions(2)];
  if (depth > 1)
    values.push(
      objects(depth - 1),
      fc.array(objects(depth - 1), { minLength: 1, maxLength: 2 }).map((items) => ast.objectListNode(items)),
    );
  return fc
    .array(
      fc.tuple(keys, fc.oneof(...values)).map(([key, value]) => ast.objectEntry(key, value)),
      { maxLength: 3 },
    )
    .map((entries) => ast.objectNode(entries))
    .filter(distinctKeys);
}

const filled = (arbitrary: Arb<ast.ObjectNode>): Arb<ast.ObjectNode> =>
  arbitrary.filter((node) => node.entries.length > 0);

const texts1 = fc
  .array(texts, { minLength: 1, maxLength: 3 })
  .map((items) => ast.arrayLiteral(items.map((text) => ast.textLiteral(text))));

/** Keys of a closed list, in any order. */
const closed = (allowed: readonly string[], value: Arb<ast.ObjectValue>): Arb<ast.ObjectNode | null> =>
  fc
    .tuple(fc.shuffledSubarray([...allowed]), fc.array(value, { minLength: 9, maxLength: 9 }))
    .map(([chosen, values]) =>
      chosen.length === 0
        ? null
        : ast.objectNode(
            chosen.map((key, index) => ast.objectEntry(ast.pathNode([key]), values[index] ?? ast.booleanLiteral(true))),
          ),
    );

const targets = fc
  .constantFrom(['transaction'], ['person'], ['company'], ['person', 'company'], ['userEvent'])
  .chain((chosen) => {
    const triggers = [...(targetWords.find((each) => each.word === chosen[0])?.triggers.keys() ?? [])];
    const word = (text: string): ast.Word => ast.word(text);
    return fc.subarray(triggers).map((some) => ast.ruleTarget(chosen.map(word), some.map(word)));
  });

const statusTargets = fc.constantFrom(null, 'origin', 'destination', 'entity', 'person', 'company');

/** `tags` come after all other settings. */
const settingsOf = (action: ast.Action): Arb<ast.ObjectNode | null> => {
  const { type } = encodeAction(action, { target: 'transaction', names: new Set(), lists: new Set() });
  const tag = texts1.map((tags) => ast.objectEntry(ast.pathNode(['tags']), tags));
  return fc
    .tuple(closed(actionSettings[type].more, fc.oneof<Arb<ast.ObjectValue>[]>(expressions(2), objects())), orNull(tag))
    .map(([settings, tags]) => {
      const entries = [...(settings?.entries ?? []), ...(tags === null ? [] : [tags])];
      return entries.length === 0 ? null : ast.objectNode(entries);
    });
};

const sayableActions: Arb<ast.Action> = fc.tuple(actions, statusTargets).chain(([action, target]) => {
  const placed =
    action.kind === 'setStatusAction'
      ? ast.setStatusAction(target === null ? null : ast.pathNode([target]), action.status, action.reason)
      : action;
  return settingsOf(placed).map((settings) => ({ ...placed, settings }));
});

/** Rules without tests that can be expressed completely in JSON. */
export const jsonExpressibleRules: Arb<ast.RuleDeclaration> = fc
  .tuple(
    rules,
    fc.record({
      on: orNull(targets),
      tags: orNull(texts1),
      scope: closed(['countries', 'entityTypes', 'paymentMethods', 'transactionTypes'], texts1),
      meta: orNull(filled(objects())),
      lets: fc.array(
        fc.tuple(names, expressions(2)).map(([name, value]) => ast.letDeclaration(ast.word(name), value)),
        { maxLength: 2 },
      ),
      when: expressions(3),
      actions: fc.array(sayableActions, { maxLength: 4 }),
    }),
  )
  .map(([rule, parts]) => ast.ruleDeclaration({ ...rule, ...parts, tests: [] }));

const labels = fc
  .subarray(['low', 'medium', 'high'])
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((label) =>
        fc.nat(100).map((from) => ast.matrixThreshold(ast.word(label), ast.numberLiteral(String(from)))),
      ),
    ),
  );

export const jsonExpressibleMatrices: Arb<ast.MatrixDeclaration> = fc
  .tuple(matrices, labels, fc.uniqueArray(fc.constantFrom('transaction', 'person', 'company', 'userEvent')))
  .map(([matrix, thresholds, on]) =>
    ast.matrixDeclaration({ ...matrix, thresholds, targets: on.map((target) => ast.word(target)) }),
  );
