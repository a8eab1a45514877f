import type { Action } from '../ast/action.js';
import type { Expectation } from '../ast/expectation.js';
import type { MessageTemplate } from '../ast/message-template.js';
import type { TestDeclaration } from '../ast/test-declaration.js';
import type { VocabularyKind } from '../catalogue/catalogue.js';
import { e0706 } from '../diagnostics/codes/e0706.js';
import { literalValue } from '../values/literal-value.js';
import type { CheckedRule } from './checked-rule.js';
import type { TestContext } from './check-fixture.js';
import { checkListItem, listTypeNamed, resolveCause } from './check-test-steps.js';
import { checkPlacedWord, checkWord } from './check-word.js';
import { pathField } from './check-fixture.js';

/** What the rules of a test can do. */
interface ReachableActions {
  readonly rules: readonly CheckedRule[];
  readonly actions: readonly Action[];
}

const ofKind = <K extends Action['kind']>(
  { actions }: ReachableActions,
  kind: K,
): readonly Extract<Action, { kind: K }>[] =>
  actions.filter((action): action is Extract<Action, { kind: K }> => action.kind === kind);

/** Returns `false` only if the message can never contain the text: any text may appear between its fixed parts. */
function canContain({ parts }: MessageTemplate, text: string): boolean {
  const fixed = parts.filter((part) => typeof part === 'string');
  return fixed.length < parts.length || fixed.join('').includes(text);
}

/** Returns the possible sums of scores of the rules, or `null` if there are too many. */
function reachableScores({ rules }: ReachableActions): ReadonlySet<number> | null {
  let sums = new Set([0]);
  for (const { score, evaluate } of rules) {
    if (evaluate === 'async' || score === 0) continue;
    sums = new Set([...sums].flatMap((sum) => [sum, sum + score]));
    if (sums.size > 2_000) return null;
  }
  return sums;
}

type Reachability = {
  readonly [K in Expectation['kind']]: (
    node: Extract<Expectation, { kind: K }>,
    reach: ReachableActions,
  ) => string | null;
};

const none = (): null => null;

/** Functions that return why an expectation can never be met, or `null` if it can, as far as can be determined. */
const impossible: Reachability = {
  expectOutcome: none,
  expectNoAlert: none,
  expectScore: ({ score }, reach) => {
    const sums = reachableScores(reach);
    const value = literalValue(score);
    if (!sums || typeof value !== 'number' || sums.has(value)) return null;
    return `no rule of this test scores ${value}; it can be ${[...sums]
      .sort((a, b) => a - b)
      .slice(0, 6)
      .join(', ')}`;
  },
  expectWord: ({ subject, word }, reach) => {
    if (subject === 'suggestion' && !ofKind(reach, 'suggestAction').some((each) => each.suggestion.text === word.text))
      return `no rule of this test suggests \`${word.text}\``;
    if (subject === 'status' && !ofKind(reach, 'setStatusAction').some((each) => each.status.text === word.text))
      return `no rule of this test sets the status \`${word.text}\``;
    return null;
  },
  expectAlert: ({ severity, containing }, reach) => {
    const asksReview = reach.rules.some((rule) => rule.unknownPolicy === 'review');
    if (asksReview && (severity === null || severity.text === 'LOW')) return null;
    const alerts = ofKind(reach, 'alertAction').filter((each) => !severity || each.severity.text === severity.text);
    if (alerts.length === 0)
      return severity ? `no rule of this test opens a ${severity.text} alert` : 'no rule of this test opens an alert';
    return !containing || alerts.some((each) => canContain(each.message, containing.value))
      ? null
      : `no alert of this test contains "${containing.value}"`;
  },
  expectCase: ({ priority, containing }, reach) => {
    const cases = ofKind(reach, 'openCaseAction').filter((each) => !priority || each.priority.text === priority.text);
    if (cases.length === 0) return `no rule of this test opens such a case`;
    return !containing || cases.some((each) => canContain(each.message, containing.value))
      ? null
      : `no case of this test contains "${containing.value}"`;
  },
  expectNotification: ({ channel, containing }, reach) => {
    const sent = ofKind(reach, 'notifyAction').filter((each) => each.channel.text === channel.text);
    if (sent.length === 0) return `no rule of this test notifies by \`${channel.text}\``;
    return !containing || sent.some((each) => canContain(each.message, containing.value))
      ? null
      : `no notification of this test contains "${containing.value}"`;
  },
  expectAssignment: ({ to, id }, reach) =>
    ofKind(reach, 'assignAction').some((each) => each.to === to && each.id === id.value)
      ? null
      : `no rule of this test assigns to ${to} "${id.value}"`,
  expectAutomation: ({ automation }, reach) =>
    ofKind(reach, 'runAutomationAction').some((each) => each.automation === automation.value)
      ? null
      : `no rule of this test runs the automation "${automation.value}"`,
  expectKey: ({ key }, reach) =>
    ofKind(reach, 'keyAction').some((each) => each.key === key.value)
      ? null
      : `no rule of this test sets the key "${key.value}"`,
  expectList: ({ list }, reach) => {
    const adds = ofKind(reach, 'addToListAction').flatMap((each) => each.mappings);
    const isNamed = adds.some((each) => each.list.kind !== 'path' || each.list.steps[0] === list.text);
    return isNamed ? null : `no rule of this test adds to \`${list.text}\``;
  },
};

const wordPlaces: Partial<Record<'decision' | 'label' | 'suggestion' | 'status', VocabularyKind>> = {
  decision: 'decision',
  label: 'label',
  suggestion: 'suggestion',
};

/** Checks the words of an expectation. Returns `false` after reporting one that is not allowed. */
function checkWords(node: Expectation, test: TestContext): boolean {
  const { rule } = test;
  switch (node.kind) {
    case 'expectWord': {
      const place = wordPlaces[node.subject];
      const statuses = [...rule.catalogue.words('status:entity'), ...rule.catalogue.words('status:transaction')];
      return place
        ? checkPlacedWord(node.word, node.subject, place, rule)
        : checkWord(node.word, 'status', statuses, rule);
    }
    case 'expectAlert':
      return !node.severity || checkPlacedWord(node.severity, 'severity', 'severity', rule);
    case 'expectCase':
      return !node.priority || checkPlacedWord(node.priority, 'priority', 'severity', rule);
    case 'expectNotification':
      return checkPlacedWord(node.channel, 'channel', 'channel', rule);
    case 'expectList': {
      const type = listTypeNamed(node.list, test);
      if (type !== null) checkListItem(node.value, type, test);
      return type !== null;
    }
    case 'expectOutcome': {
      const { because } = node.outcome;
      if (because && !pathField(because, test)) resolveCause(because, test);
      return true;
    }
    default:
      return true;
  }
}

const isExpectation = (step: TestDeclaration['steps'][number]): step is Expectation => step.kind.startsWith('expect');

/** Reports two outcomes that exclude each other. */
function checkOutcomes(expectations: readonly Expectation[], test: TestContext): void {
  const outcomes = expectations.filter((each) => each.kind === 'expectOutcome');
  const [first] = outcomes;
  const other = outcomes.find((each) => each.outcome.outcome !== first?.outcome.outcome);
  if (!first || !other) return;
  test.rule.findings.add(e0706, other, {
    message: 'an outcome above already excludes this one',
    ...(first.range ? { related: [{ range: first.range, message: 'the other outcome' }] } : {}),
  });
}

/**
 * Checks what a test expects: words must exist, and its rules must be able to meet the expectations (E0706). `rules` is null if one of them
 * has an error.
 */
export function checkExpectations(
  declaration: TestDeclaration,
  rules: readonly CheckedRule[] | null,
  test: TestContext,
): void {
  const expectations = declaration.steps.filter(isExpectation);
  const reach = rules && { rules, actions: rules.flatMap((rule) => rule.actions) };
  for (const node of expectations) {
    if (!checkWords(node, test) || !reach) continue;
    const reason = (impossible[node.kind] as (node: Expectation, reach: ReachableActions) => string | null)(
      node,
      reach,
    );
    if (reason !== null) test.rule.findings.add(e0706, node, { message: reason });
  }
  checkOutcomes(expectations, test);
}
