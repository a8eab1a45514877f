import { type CheckedRule, childExpressions, type Expression } from '@tamis/lang';
import type { TraceRead } from '../evaluate/rule-inspector.js';
import { hiddenValue } from '../outcome/format-message.js';
import type { ExplainContext } from './explain-context.js';

/** Returns whether what an expression looks up is hidden: one of its parts is hidden, or derived from hidden values. */
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

/** Members of a lookup that contain what was looked up. */
const probes = ['value', 'argument', 'name', 'country', 'born'] as const;

/** Returns a lookup without what was looked up, and without the result unless that is a boolean. */
export const withoutProbe = <Read extends Pick<TraceRead, 'read' | 'answer'>>({ read, answer, ...rest }: Read) => {
  const asked = read as object;
  const hidden = probes.filter((member) => member in asked).map((member) => [member, hiddenValue]);
  return {
    ...rest,
    read: { ...asked, ...(Object.fromEntries(hidden) as object) },
    ...(answer === undefined ? {} : { answer: typeof answer === 'boolean' ? answer : hiddenValue }),
  };
};
