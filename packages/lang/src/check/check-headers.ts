import type { NumberLiteral } from '../ast/number-literal.js';
import type { Word } from '../ast/word.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { VocabularyKind } from '../catalogue/catalogue.js';
import type { Target } from '../catalogue/field.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0808 } from '../diagnostics/codes/e0808.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { headerRanges, limits } from '../limits.js';
import { compareNumeric, parseNumeric } from '@tamis/stdx';
import type { CheckedRule } from './checked-rule.js';
import { checkPlacedWord } from './check-word.js';
import { checkMeta, checkPeriod, checkScope, checkTags } from './check-header-objects.js';
import { checkRuleMatrices } from './check-rule-matrices.js';
import type { RuleContext } from './rule-context.js';

export type CheckedHeaders = Pick<
  CheckedRule,
  | 'triggers'
  | 'matrices'
  | 'tags'
  | 'scope'
  | 'evaluate'
  | 'stopOnMatch'
  | 'owner'
  | 'reference'
  | 'effective'
  | 'meta'
  | 'score'
  | 'priority'
  | 'category'
  | 'mode'
  | 'unknownPolicy'
>;

function checkNumber(node: NumberLiteral | null, name: 'score' | 'priority', rule: RuleContext): number {
  const { min, max, default: otherwise } = headerRanges[name];
  if (!node) return otherwise;
  const value = parseNumeric(node.text);
  const inRange = value !== null && compareNumeric(value, min) >= 0 && compareNumeric(value, max) <= 0;
  if (inRange && typeof value === 'number' && (name === 'score' || Number.isInteger(value))) return value;
  const whole = name === 'priority' ? 'a whole number ' : '';
  rule.findings.add(e0808, node, { message: `\`${name}\` is ${whole}from ${min} to ${max}` });
  return otherwise;
}

const triggerPlace: Readonly<Record<Target, VocabularyKind>> = {
  transaction: 'trigger:transaction',
  person: 'trigger:person',
  company: 'trigger:company',
  userEvent: 'trigger:userEvent',
};

function checkTriggers(declaration: RuleDeclaration, rule: RuleContext): readonly string[] {
  const words = declaration.on?.triggers ?? [];
  const places = rule.targets.map((target) => triggerPlace[target]);
  const [place] = places;
  for (const word of words)
    if (place && !places.some((each) => rule.catalogue.words(each).includes(word.text)))
      checkPlacedWord(word, `trigger of ${rule.targets.join(', ')}`, place, rule);
  return words.map((word) => word.text);
}

function checkLengths(declaration: RuleDeclaration, rule: RuleContext): void {
  const { key, title, description } = declaration;
  const parts = [
    { what: 'the name of a rule', node: key, length: [...key.text].length, max: limits.nameCodePoints },
    ...(title ? [{ what: 'a title', node: title, length: [...title.value].length, max: limits.titleCodePoints }] : []),
    ...(description
      ? [
          {
            what: 'a description',
            node: description,
            length: [...description.value].length,
            max: limits.descriptionCodePoints,
          },
        ]
      : []),
  ];
  for (const { what, node, length, max } of parts)
    if (length > max)
      rule.findings.add(e0914, node, { message: `${what} has at most ${max} characters, this one ${length}` });
}

/** Returns the targets of a rule; empty after reporting that none is left. */
export function checkTargets(declaration: RuleDeclaration, rule: RuleContext): readonly Target[] {
  if (!declaration.on) {
    rule.findings.add(e0213, declaration.key, {
      message: 'the rule does not say what it is about',
      help: 'add `on transaction` as its first line',
    });
    return [];
  }
  const targets = declaration.on.targets.filter((word) => checkPlacedWord(word, 'target', 'target', rule));
  return [...new Set(targets.map((word) => word.text as Target))];
}

const word = <W extends string>(node: Word | null, place: VocabularyKind, otherwise: W, rule: RuleContext): W => {
  if (node) checkPlacedWord(node, place === 'unknown' ? 'way to treat unknown' : place, place, rule);
  return (node?.text ?? otherwise) as W;
};

/** Checks the headers, and fills in defaults. */
export function checkHeaders(declaration: RuleDeclaration, rule: RuleContext): CheckedHeaders {
  checkLengths(declaration, rule);
  return {
    triggers: checkTriggers(declaration, rule),
    matrices: checkRuleMatrices(declaration, rule),
    tags: checkTags(declaration, rule),
    scope: checkScope(declaration, rule),
    evaluate: word<'sync' | 'async'>(declaration.evaluate, 'evaluate', 'sync', rule),
    stopOnMatch: declaration.stop !== null,
    owner: declaration.owner?.value ?? null,
    reference: declaration.reference?.value ?? null,
    effective: checkPeriod(declaration, rule),
    meta: checkMeta(declaration, rule),
    score: checkNumber(declaration.score, 'score', rule),
    priority: checkNumber(declaration.priority, 'priority', rule),
    category: word<string>(declaration.category, 'category', 'custom', rule),
    mode: word<'live' | 'shadow'>(declaration.mode, 'mode', 'live', rule),
    unknownPolicy: word<'ignore' | 'review' | 'hit'>(declaration.unknown, 'unknown', 'ignore', rule),
  };
}
