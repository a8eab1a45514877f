import { asDecimal, type Numeric } from '@tamis/stdx';
import type { AggregateNode } from '../ast/aggregate-node.js';
import type { AggregateWindow } from '../ast/aggregate-window.js';
import { e0301 } from '../diagnostics/codes/e0301.js';
import { e0314 } from '../diagnostics/codes/e0314.js';
import { e0405 } from '../diagnostics/codes/e0405.js';
import { e0406 } from '../diagnostics/codes/e0406.js';
import { limits } from '../limits.js';
import { typeName } from '../types/type-name.js';
import { calendarUnits, type CalendarUnit, type FrameWindow } from './aggregate-frame.js';
import { checkExpression } from './check-expression.js';
import type { ResolvedSource } from './check-source.js';
import { checkWord } from './check-word.js';
import { foldConstant } from './fold-constant.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';

function checkLength(
  window: AggregateWindow & { kind: 'last' },
  place: ExpressionScope,
  rule: RuleContext,
): FrameWindow | null {
  const { duration } = window;
  const type = checkExpression(duration, { ...place, isBareName: true }, rule);
  if (!type) return null;
  if (type.kind !== 'duration') {
    rule.findings.add(e0301, duration, { message: `a window needs a length, but this is ${typeName(type)}` });
    return null;
  }
  const value = foldConstant(duration, rule.resolutions);
  if (value === undefined) {
    rule.findings.add(e0314, duration, {
      message: 'the length of a window must be constant',
      help: 'write it here, or name a constant or a parameter',
    });
    return null;
  }
  const calendar = type.calendar === true;
  const length = asDecimal(value as Numeric);
  if (length.gt(calendar ? limits.windowMonths : limits.windowMs) || !length.isInteger() || length.lte(0)) {
    const whole = length.gt(0) && length.isInteger();
    rule.findings.add(e0406, duration, {
      message: whole
        ? 'a window can be at most 731 days (24 months) long'
        : 'a window must be a whole number of milliseconds or months long',
    });
    return null;
  }
  return calendar
    ? { kind: 'last', spanMs: 0, spanMonths: length.toNumber() }
    : { kind: 'last', spanMs: length.toNumber(), spanMonths: 0 };
}

function checkSince(
  window: AggregateWindow & { kind: 'since' },
  place: ExpressionScope,
  rule: RuleContext,
): FrameWindow | null {
  const type = checkExpression(window.start, { ...place, insideAggregate: true }, rule);
  if (!type) return null;
  if (type.kind === 'date' || type.kind === 'datetime') return { kind: 'since', start: window.start };
  rule.findings.add(e0301, window.start, {
    message: `\`since\` takes a date or a time, but this is ${typeName(type)}`,
  });
  return null;
}

/** Returns the period; `null` if an error was reported. */
export function checkWindow(
  node: AggregateNode,
  source: ResolvedSource,
  place: ExpressionScope,
  rule: RuleContext,
): FrameWindow | null {
  const { window } = node;
  if (source.timePath === null) {
    if (!window) return { kind: 'allTime' };
    rule.findings.add(e0405, node, {
      message: `\`${node.source.steps.join('.')}\` has no time, so it takes no window`,
      reason: 'its current state is read',
      help: 'remove the window',
    });
    return null;
  }
  if (!window) {
    if (node.last) return { kind: 'allTime' };
    rule.findings.add(e0405, node, {
      message: `this \`${node.function}\` has no window`,
      help: 'add `in last 24h`, `in current month`, or `in all time`',
    });
    return null;
  }
  switch (window.kind) {
    case 'last':
      return checkLength(window, place, rule);
    case 'current':
    case 'previous':
      return checkWord(window.unit, 'calendar unit', calendarUnits, rule)
        ? { kind: window.kind, unit: window.unit.text as CalendarUnit }
        : null;
    case 'since':
      return checkSince(window, place, rule);
    case 'allTime':
      return { kind: 'allTime' };
  }
}
