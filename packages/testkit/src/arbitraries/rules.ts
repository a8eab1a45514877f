import fc from 'fast-check';
import {
  letDeclaration,
  listDeclaration,
  numberLiteral,
  ruleDeclaration,
  ruleFile,
  ruleTarget,
  type ListDeclaration,
  type RuleDeclaration,
  type RuleFile,
} from '@tamis/lang';
import { actions, words } from './actions.js';
import { expressions } from './expressions.js';
import { decimals, textLiterals } from './literals.js';

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });

const numbers = decimals.map((text) => numberLiteral(text));
const signed = fc
  .tuple(fc.boolean(), decimals)
  .map(([isNegative, text]) => numberLiteral(isNegative && text !== '0' ? `-${text}` : text));

const targets = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 3 }), fc.array(words, { maxLength: 3 }))
  .map(([names, triggers]) => ruleTarget(names, triggers));

/** Rules that are right as syntax; names and types are random. */
export const rules: fc.Arbitrary<RuleDeclaration> = fc
  .record({
    key: words,
    title: orNull(textLiterals),
    on: orNull(targets),
    score: orNull(signed),
    priority: orNull(numbers),
    category: orNull(words),
    mode: orNull(words),
    description: orNull(textLiterals),
    lets: fc.array(
      fc.tuple(words, expressions(2)).map(([name, value]) => letDeclaration(name, value)),
      { maxLength: 2 },
    ),
    when: expressions(3),
    unknown: orNull(words),
    actions: fc.array(actions, { maxLength: 3 }),
  })
  .map((parts) => ruleDeclaration(parts));

const lists: fc.Arbitrary<ListDeclaration> = fc
  .tuple(words, textLiterals, orNull(textLiterals))
  .map(([name, reference, type]) => listDeclaration(name, reference, type));

/** Whole files of the current version of the language. */
export const files: fc.Arbitrary<RuleFile> = fc
  .tuple(fc.boolean(), fc.array(lists, { maxLength: 3 }), fc.array(rules, { maxLength: 3 }))
  .map(([hasVersion, listItems, ruleItems]) => ruleFile(hasVersion ? numberLiteral('1') : null, listItems, ruleItems));
