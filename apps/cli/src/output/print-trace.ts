import type { RuleTrace, TraceNode, TraceRow } from '@tamis/engine';
import { describeCause } from '@tamis/engine';
import type { CliIo } from '../cli-io.js';
import { painter } from './paint.js';

const outcomes: Readonly<Record<RuleTrace['outcome'], string>> = { hit: 'HIT', no_hit: 'NO HIT', unknown: 'UNKNOWN' };
const styles = { true: 'green', false: 'red', unknown: 'yellow', skipped: 'dim' } as const;

const shownRows = 10;

/** Formats `{"$money": "9400 USD"}` as `9400 USD`, and other values as JSON. */
function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const [only, ...rest] = Object.entries(value);
    if (only?.[0].startsWith('$') && rest.length === 0) return String(only[1]);
  }
  return JSON.stringify(value);
}

const rowText = ({ at, value, filter, isSubject }: TraceRow): string =>
  [
    at ?? 'without a time',
    ...(value === undefined ? [] : [valueText(value)]),
    ...(filter === 'true' ? [] : [`filter ${filter}`]),
    ...(isSubject ? ['(this one)'] : []),
  ].join('  ');

/** For groups, the parts below them show the rest. */
const groups: Readonly<Partial<Record<TraceNode['kind'], string>>> = { and: 'all of', or: 'any of', none: 'none of' };

const textOf = ({ kind, text, children }: TraceNode): string =>
  (children.length > 0 ? groups[kind] : undefined) ?? text;

/** Returns the result of a part, to be shown after its text. */
function resultText({ actual, because = [] }: TraceNode): string {
  const reasons = because.map(describeCause).join('; ');
  const value = actual === undefined ? '' : valueText(actual);
  return [value, reasons].filter((part) => part !== '').join('  ');
}

function printNode(node: TraceNode, lead: string, isLast: boolean, io: CliIo): void {
  const paint = painter(io.color);
  const { outcome, rows = [], rowCount = rows.length } = node;
  const word = (outcome ?? node.kind).padEnd(9);
  const result = resultText(node);
  const head = outcome ? paint(styles[outcome], word) : paint('dim', word);
  io.out(`${lead}${isLast ? '└' : '├'} ${head} ${textOf(node)}${result === '' ? '' : `   ${paint('bold', result)}`}\n`);
  const below = `${lead}${isLast ? ' ' : '│'} `;
  for (const row of rows.slice(-shownRows)) io.out(`${below}    ${rowText(row)}\n`);
  const hidden = rowCount - Math.min(rows.length, shownRows);
  if (hidden > 0) io.out(`${below}    and ${hidden} older\n`);
  for (const [index, child] of node.children.entries()) printNode(child, below, index === node.children.length - 1, io);
  if (node.isCut) io.out(`${below}    … the rest is too large to show\n`);
}

/** Prints a rule with the result of each part of its condition. Each of `changes` alone would make it hit. */
export function printTrace(trace: RuleTrace, changes: readonly string[], io: CliIo): void {
  const paint = painter(io.color);
  io.out(`${paint('bold', trace.ruleKey)}  ${outcomes[trace.outcome]}\n`);
  printNode(trace.tree, '  ', true, io);
  for (const change of changes) io.out(`  would hit with ${change}\n`);
  io.out('\n');
}
