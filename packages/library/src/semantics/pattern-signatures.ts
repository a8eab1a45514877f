import { unknown, type Outcome, type Signature, type Type } from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { valueLimits } from '../limits.js';
import { keptPattern, type PatternTest } from '../patterns/compile-pattern.js';
import { patternProblem } from '../patterns/pattern-problem.js';
import { typeMismatch } from './failures.js';

const ignoresCase = (types: readonly Type[]): boolean => types[0]?.kind === 'text' && types[0].collation === 'ci';

function found(pattern: PatternTest | null, text: string, wanted: boolean): Outcome {
  if (pattern === null) return typeMismatch('a pattern');
  if (text.length * pattern.size > valueLimits.patternSteps)
    return unknown({ cause: 'too_long', detail: `a text for a pattern of ${String(pattern.size)} steps` });
  return pattern.test(text) === wanted;
}

/** Returns the signatures of `matches` and `not matches`: a pattern found anywhere in a text. */
export const patternSignatures = (name: string, wanted: boolean): readonly Signature[] => [
  signature(name, ['text', 'text'], {
    constants: [
      {
        operand: 1,
        accepts: (value) => typeof value === 'string' && patternProblem(value) === null,
        expected: 'a pattern such as `^\\d{6}$`',
      },
    ],
    result: () => boolType,
    evaluate: ([text, pattern], types) =>
      found(keptPattern(pattern as string, ignoresCase(types)), text as string, wanted),
    specialize: (types, constants) => {
      const [, pattern] = constants;
      if (typeof pattern !== 'string') return null;
      const test = keptPattern(pattern, ignoresCase(types));
      return (text) => found(test, text as string, wanted);
    },
  }),
];
