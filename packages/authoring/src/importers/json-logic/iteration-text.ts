import { describeValue } from '../literal-text.js';
import type { LogicTranslation } from './logic-translation.js';
import { asList, fieldOperand } from './operand.js';

/** Translates `some`, `all` and `none` of a list. An empty or missing list has no elements: as in the source, `all` is false for it. */
export function iterationText(
  operator: 'some' | 'all' | 'none',
  args: unknown,
  at: string,
  translation: LogicTranslation,
): string | null {
  const [list, test, ...rest] = asList(args);
  if (rest.length > 0 || test === undefined)
    return translation.refuse(at, `\`${operator}\` takes a variable with a list, and a test`);
  const operand = fieldOperand(list, `${at}[0]`, translation);
  if (!operand) return null;
  if (operand.fallback !== null)
    return translation.refuse(`${at}[0]`, `the default ${describeValue(operand.fallback)} of a list`);
  if (translation.names.isElement) return translation.refuse(at, `\`${operator}\` within another one`);
  const path = translation.beside(operand.field, operand.at, 'list');
  const condition =
    path === null ? null : translation.within(translation.names.below(operand.field)).condition(test, `${at}[1]`);
  if (path === null || condition === null) return null;
  translation.note('elements that are null are left out');
  if (operator !== 'all') return `(${operator === 'none' ? 'not ' : ''}exists(${path} where ${condition}))`;
  return `(${path} is not empty and not exists(${path} where not ${condition}))`;
}
