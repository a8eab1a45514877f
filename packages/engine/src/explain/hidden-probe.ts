import { type CheckedRule, childExpressions, type Expression } from '@tamis/lang';
import type { TraceRead } from '../evaluate/rule-inspector.js';
import { hiddenValue } from '../outcome/format-message.js';
import type { ExplainContext } from './explain-context.js';

/** Whether what a part looks up is not shown: it is one of its parts, or made of them. */
export const isHiddenProbe = (node: Expression, { inspector: { rule }, isHidden }: ExplainContext): boolean =>
  allParts(node, rule.checked).some((part) => isHidden(part, rule.checked));

function allParts(node: Expression, checked: CheckedRule): readonly Expression[] {
  const resolution = checked.meaning.resolution(node);
  const below =
    resolution?.kind === 'let'
      ? checked.lets.slice(resolution.index, resolution.index + 1).map(({ value }) => value)
      : resolution?.kind === 'expansion'
        ? [resolution.body]
        : childExpressions(node);
  return [node, ...below.flatMap((part) => allParts(part, checked))];
}

/** A look-up without what it was for, and without what was found unless that is yes or no. */
export const withoutProbe = <Read extends Pick<TraceRead, 'read' | 'answer'>>({ read, answer, ...rest }: Read) => {
  const asked = read as object;
  return {
    ...rest,
    read: {
      ...asked,
      ...('value' in asked && { value: hiddenValue }),
      ...('argument' in asked && { argument: hiddenValue }),
    },
    ...(answer === undefined ? {} : { answer: typeof answer === 'boolean' ? answer : hiddenValue }),
  };
};
