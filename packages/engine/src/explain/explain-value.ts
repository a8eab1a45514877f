import { childExpressions, isUnknown, printExpression, type AggregateNode, type Expression } from '@tamis/lang';
import { hiddenValue } from '../outcome/format-message.js';
import { valueToJson } from '../outcome/value-to-json.js';
import { maxTraceNodes, maxTraceRows } from '../limits.js';
import { costClassOf } from './cost-class-of.js';
import { outcomeText, type ExplainContext } from './explain-context.js';
import type { TraceNode, TraceRow } from './trace-node.js';
import type { RowInView, RowsInView } from '../compile/read-rows.js';

/** Returns the JSON form of a value, or a placeholder for a hidden one; `undefined` if it is unknown. */
export function valueJson(node: Expression, { inspector, isHidden }: ExplainContext): unknown {
  const { checked } = inspector.rule;
  const json = valueToJson(inspector.value(node), checked.meaning.type(checked.meaning.expanded(node)));
  return json !== undefined && isHidden(node, checked) ? hiddenValue : json;
}

/** Returns no nodes for what the parent already shows: constants, lists, plain fields. */
export function explainOperand(node: Expression, id: string, explaining: ExplainContext): readonly TraceNode[] {
  const { meaning } = explaining.inspector.rule.checked;
  const resolution = meaning.resolution(node);
  if (resolution?.kind === 'expansion' && resolution.of === 'argument')
    return explainOperand(resolution.body, id, explaining);
  const isPlain =
    meaning.constant(node) !== undefined ||
    resolution?.kind === 'field' ||
    resolution?.kind === 'list' ||
    resolution?.kind === 'listType' ||
    resolution?.kind === 'now';
  return isPlain ? [] : [explainValue(node, id, explaining)];
}

/** Returns the trace of a value with its parts. */
function explainValue(node: Expression, id: string, explaining: ExplainContext): TraceNode {
  const { inspector: parts } = explaining;
  const { checked } = parts.rule;
  const value = parts.value(node);
  const actual = valueJson(node, explaining);
  const base = {
    id,
    text: printExpression(node),
    ...(isUnknown(value) ? { because: value.causes } : {}),
    ...(actual === undefined ? {} : { actual }),
    costClass: costClassOf(node, checked.meaning),
  };
  explaining.nodes += 1;
  if (explaining.nodes > maxTraceNodes) return { ...base, kind: 'value', children: [], isCut: true };
  const resolution = checked.meaning.resolution(node);
  const below = (body: Expression): readonly TraceNode[] => explainOperand(body, `${id}.0`, explaining);
  if (resolution?.kind === 'let')
    return { ...base, kind: 'let', children: below(checked.lets[resolution.index]?.value ?? node) };
  if (resolution?.kind === 'expansion') return { ...base, kind: 'define', children: below(resolution.body) };
  if (node.kind === 'aggregate') return { ...base, kind: 'aggregate', ...rowsOf(node, explaining), children: [] };
  const children = childExpressions(node).flatMap((child, index) =>
    explainOperand(child, `${id}.${index}`, explaining),
  );
  return { ...base, kind: 'value', children };
}

const isSkipped = ({ filter, value }: RowInView): boolean =>
  isUnknown(filter) ? !filter.failed : filter === true && value !== null && isUnknown(value) && !value.failed;

function rowsOf(
  node: AggregateNode,
  { inspector: parts, isHidden }: ExplainContext,
): Pick<TraceNode, 'rows' | 'rowCount' | 'skippedRows'> {
  const seen = parts.rows(node);
  if (seen === null) return {};
  const isShown = node.value === null || !isHidden(node.value, parts.rule.checked);
  return {
    rows: seen.rows.slice(-maxTraceRows).map((row) => rowJson(row, seen, isShown)),
    rowCount: seen.count,
    skippedRows: skippedIn(seen),
  };
}

/** Returns the number of records in view that lack the required data. */
function skippedIn({ rows, totals }: RowsInView): number {
  if (totals === null) return rows.filter(isSkipped).length;
  const own = rows.filter((row) => row.isSubject && isSkipped(row)).length;
  return own + totals.rows - totals.known + totals.matching - totals.count;
}

function rowJson(
  { time, filter, value, isSubject, recordId }: RowInView,
  { valueType }: RowsInView,
  isShown: boolean,
): TraceRow {
  const json = value === null || valueType === null ? undefined : valueToJson(value, valueType);
  const shown = json === undefined || isShown ? json : hiddenValue;
  return {
    at: time === null ? null : new Date(time).toISOString(),
    ...(shown === undefined ? {} : { value: shown }),
    filter: outcomeText(filter),
    isSubject,
    ...(recordId === null ? {} : { recordId }),
  };
}
