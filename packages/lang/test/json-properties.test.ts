import fc from 'fast-check';
import { actions, expressions, rules } from '@tamis/testkit/arbitraries';
import {
  pathNode,
  ruleDeclaration,
  ruleTarget,
  setStatusAction,
  word,
  type Action,
  type RuleDeclaration,
} from '../src/ast/index.js';
import { sameTree } from '../src/ast/same-tree.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { decodeRule } from '../src/json/decode-rule.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import type { EncodeContext, NameKind } from '../src/json/encode-context.js';
import { encodeRule } from '../src/json/encode-rule.js';
import { targetWords } from '../src/json/target-words.js';
import type { PathTarget } from '../src/paths/index.js';

/** What JSON refuses although a source can hold it: NUL, a window of no length, and names of an aggregate before `(`. */
const isSayable = (tree: unknown): boolean => {
  const text = JSON.stringify(tree);
  return (
    !text.includes('\\u0000') &&
    !/"window":\{"kind":"last","duration":\{"kind":"durationLiteral","amount":"0"/.test(text)
  );
};

const contexts: fc.Arbitrary<EncodeContext> = fc.record({
  target: fc.constantFrom<PathTarget>('transaction', 'entity', 'userEvent'),
  names: fc.constantFrom(
    new Map<string, NameKind>(),
    new Map<string, NameKind>([
      ['amount', 'let'],
      ['list', 'list'],
      ['x9', 'list'],
      ['origin', 'let'],
    ]),
  ),
});

/** What a database gives back. */
const stored = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T;

test('a condition comes back from its JSON, and the JSON from the condition', () => {
  fc.assert(
    fc.property(expressions(4).filter(isSayable), contexts, (tree, context) => {
      const json = stored(encodeConditions(tree, context));
      const { condition, diagnostics, marks } = decodeConditions(json, { target: context.target });
      expect(diagnostics).toEqual([]);
      expect(sameTree(condition, tree)).toBe(true);
      expect(encodeConditions(condition as never, { ...context, marks })).toEqual(json);
    }),
    { numRuns: 1000 },
  );
});

const targets = fc
  .constantFrom(['transaction'], ['person'], ['company'], ['person', 'company'], ['userEvent'])
  .chain((words) => {
    const triggers = [...(targetWords.find((each) => each.word === words[0])?.triggers.keys() ?? [])];
    return fc.subarray(triggers).map((chosen) =>
      ruleTarget(
        words.map((each) => word(each)),
        chosen.map((each) => word(each)),
      ),
    );
  });

const statusTargets = fc.constantFrom(null, 'origin', 'destination', 'entity', 'person', 'company');

const sayableActions: fc.Arbitrary<Action> = fc
  .tuple(actions, statusTargets)
  .map(([action, target]) =>
    action.kind === 'setStatusAction'
      ? setStatusAction(target === null ? null : pathNode([target]), action.status, action.reason)
      : action,
  );

const sayableRules: fc.Arbitrary<RuleDeclaration> = fc
  .tuple(rules, fc.option(targets, { nil: null }), fc.array(sayableActions, { maxLength: 4 }))
  .map(([rule, on, list]) => ruleDeclaration({ ...rule, on, actions: list }))
  .filter(isSayable);

test('a rule comes back from its JSON, and the JSON from the rule', () => {
  fc.assert(
    fc.property(sayableRules, fc.subarray(['list', 'amount', 'x9']), (rule, lists) => {
      const json = stored(encodeRule(rule, lists));
      const decoded = decodeRule(json);
      expect(decoded.diagnostics).toEqual([]);
      expect(sameTree(decoded.rule, rule)).toBe(true);
      expect(encodeRule(decoded.rule as never, lists, decoded.marks)).toEqual(json);
    }),
    { numRuns: 500 },
  );
});
