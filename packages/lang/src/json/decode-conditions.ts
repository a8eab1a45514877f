import type { JsonValue } from '@tamis/stdx';
import type { Expression } from '../ast/expression.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0204 } from '../diagnostics/codes/e0204.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { PathScope } from '../paths/path-scope.js';
import type { AllowedWords } from './allowed-words.js';
import type { ConditionMetadata, MetadataByNode } from './condition-metadata.js';
import { decodeAggregate } from './decode-aggregate.js';
import { decodeComparison } from './decode-comparison.js';
import { decodeConditionNode } from './decode-condition-node.js';
import {
  DecodeContext,
  inside,
  isRecord,
  member,
  positionAt,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeGroup, isGroup } from './decode-group.js';
import { decodeSimple } from './decode-simple.js';
import { limits } from '../limits.js';
import { jsonLimits } from './json-limits.js';

type LeafKind = 'simple' | 'aggregation' | 'expression';
const leafKinds: readonly LeafKind[] = ['simple', 'aggregation', 'expression'];

const leafReaders: Readonly<
  Record<LeafKind, (json: JsonRecord, place: DecodePosition, context: DecodeContext) => Expression | null>
> = {
  simple: decodeSimple,
  aggregation: (json, place, context) => {
    const record = context.record(json, place, 'an aggregation', [
      'id',
      'type',
      'field',
      'aggregation',
      'operator',
      'value',
    ]);
    if (record === null) return null;
    const aggregate = decodeAggregate(member(record, 'aggregation'), inside(place, 'aggregation'), context);
    return decodeComparison(aggregate, record, 'leaf', place, context);
  },
  expression: (json, place, context) => {
    // `field`, `operator` and `value` are only readable text; the tree contains the actual condition.
    const record = context.record(json, place, 'an expression', [
      'id',
      'type',
      'field',
      'operator',
      'value',
      'expression',
    ]);
    return record && decodeConditionNode(member(record, 'expression'), inside(place, 'expression'), context);
  },
};

function leafKind(json: JsonRecord, place: DecodePosition, context: DecodeContext): LeafKind | null {
  const type = member(json, 'type');
  if (typeof type === 'string')
    return (
      leafKinds.find((kind) => kind === type) ??
      context.word(inside(place, 'type'), 'kind of condition', type, leafKinds)
    );
  if (type !== undefined) return context.wrongShape(inside(place, 'type'), 'a kind of condition', type);
  if (Object.hasOwn(json, 'expression')) return 'expression';
  if (Object.hasOwn(json, 'aggregation')) return 'aggregation';
  if (Object.hasOwn(json, 'field')) return 'simple';
  const [wrong] = Object.keys(json);
  const hint =
    wrong === undefined
      ? undefined
      : 'a condition has `field`, `operator` and `value`, a group has `operator` and `conditions`';
  return context.report(e0104, place, 'this condition has no `field`', hint);
}

/** Whether small JSON that is kept as it is can be accepted: its depth is checked, because it is written out again. */
function isShallow(json: unknown, depth = 0): json is JsonValue {
  if (typeof json !== 'object' || json === null) return true;
  return depth < 8 && Object.values(json).every((each) => isShallow(each, depth + 1));
}

function readMarks(json: JsonRecord, place: DecodePosition, context: DecodeContext): ConditionMetadata {
  const [id, style, metadata] = ['id', 'style', 'countryMetadata'].map((key) => member(json, key));
  const text =
    id === undefined || id === null ? null : context.text(id, inside(place, 'id'), 'an id', jsonLimits.idLength);
  if (text !== null && context.ids.has(text))
    context.report(e0204, inside(place, 'id'), `the id \`${text}\` occurs twice`);
  if (text !== null) context.ids.add(text);
  const styleText =
    style === undefined ? null : context.text(style, inside(place, 'style'), 'a style', jsonLimits.idLength);
  if (!isShallow(metadata)) context.report(e0213, inside(place, 'countryMetadata'), 'metadata nested too deep');
  return {
    ...(text === null ? {} : { id: text }),
    ...(styleText === null ? {} : { style: styleText }),
    ...(metadata === undefined || !isShallow(metadata) ? {} : { countryMetadata: metadata }),
  };
}

function decodeLeaf(json: JsonRecord, place: DecodePosition, context: DecodeContext): Expression | null {
  if (++context.leaves === limits.leavesPerRule + 1)
    context.report(e0903, place, `more than ${limits.leavesPerRule} conditions in one rule`);
  if (context.leaves > limits.leavesPerRule) return null;
  const kind = leafKind(json, place, context);
  return kind && leafReaders[kind](json, { ...place, expression: { nodes: 0 } }, context);
}

/** Decodes a group or leaf of the condition tree. */
export function decodeCondition(json: unknown, place: DecodePosition, context: DecodeContext): Expression | null {
  if (!isRecord(json)) return context.wrongShape(place, 'a condition', json);
  const marks = readMarks(json, place, context);
  const group = isGroup(json);
  const node = group ? decodeGroup(json, place, context, decodeCondition) : decodeLeaf(json, place, context);
  // A group with one member is replaced by that member, which has its own metadata.
  if (node !== null && !context.marks.has(node) && Object.keys(marks).length > 0) context.marks.set(node, marks);
  return node;
}

/** Decodes the `conditions` of a rule: a group, or a single leaf. */
export function decodeRootCondition(json: unknown, place: DecodePosition, context: DecodeContext): Expression | null {
  if (Array.isArray(json))
    return context.report(e0101, place, 'expected a group, got an array', '`{"operator": "AND", "conditions": […]}`');
  return decodeCondition(json, place, context);
}

export interface DecodedConditions {
  /** `null` if and only if there are errors. */
  readonly condition: Expression | null;
  readonly marks: MetadataByNode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decodes a condition tree. Never throws, regardless of the JSON. Returns at most 100 diagnostics, with a path that begins with
 * `conditions`.
 */
export function decodeConditions(json: unknown, scope: PathScope, words?: AllowedWords): DecodedConditions {
  const context = new DecodeContext(words);
  const condition = decodeRootCondition(json, positionAt('conditions', scope), context);
  return {
    condition: context.diagnostics.length > 0 ? null : condition,
    marks: context.marks,
    diagnostics: context.diagnostics,
  };
}
