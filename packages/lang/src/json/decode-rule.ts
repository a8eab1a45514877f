import { letDeclaration, type LetDeclaration } from '../ast/let-declaration.js';
import { ruleDeclaration, type RuleDeclaration } from '../ast/rule-declaration.js';
import { word } from '../ast/word.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0909 } from '../diagnostics/codes/e0909.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { PathScope } from '../paths/path-scope.js';
import type { MetadataByNode } from './condition-metadata.js';
import { decodeActionList } from './decode-actions.js';
import { decodeRootCondition } from './decode-conditions.js';
import {
  DecodeContext,
  inside,
  isAbsent,
  member,
  positionAt,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeOtherHeaders } from './decode-other-headers.js';
import { decodeIdentifier } from './decode-path.js';
import { decodeTarget } from './decode-target.js';
import { decodeValue } from './decode-value.js';
import type { AllowedWords } from './allowed-words.js';
import { decodeWord } from './decode-word.js';
import { jsonLimits } from './json-limits.js';
import { limits } from '../limits.js';
import { decodeRecordKey } from './decode-record-key.js';
import { headerNumber, headerText } from './decode-header.js';
import { pathTargetOf } from './target-words.js';

/** Members of a rule record that are part of its text; other members belong to the caller. */
export const ruleJsonKeys = [
  'key',
  'name',
  'description',
  'category',
  'priority',
  'score',
  'unknown',
  'mode',
  'targetEntityTypes',
  'triggers',
  'riskMatrixIds',
  'riskMatrixId',
  'tags',
  'scope',
  'evaluationMode',
  'stopOnMatch',
  'owner',
  'reference',
  'meta',
  'let',
  'conditions',
  'actions',
] as const;

/** Members that are only informative and are not read back. */
const readOnlyKeys = ['names', 'languageVersion'];

const isEmpty = (json: unknown): boolean =>
  json === null || (typeof json === 'object' && Object.keys(json).length === 0);

/** Returns `null` if the header is absent, or if it is invalid, which is reported. */
const optional = <T>(record: JsonRecord, key: string, read: () => T | null): T | null =>
  isAbsent(member(record, key)) ? null : read();

function decodeLets(json: unknown, place: DecodePosition, context: DecodeContext): readonly LetDeclaration[] | null {
  const items = context.items(json ?? [], place, 'named values', limits.letsPerRule, e0909);
  const lets = items?.map((item, index) => {
    const at = inside(place, index);
    const record = context.record(item, at, 'a named value', ['name', 'value']);
    if (record === null) return null;
    const name = decodeIdentifier(member(record, 'name'), inside(at, 'name'), 'a name', context);
    const value = decodeValue(member(record, 'value'), { ...inside(at, 'value'), expression: { nodes: 0 } }, context);
    return name === null || value === null ? null : letDeclaration(word(name), value);
  }) ?? [null];
  return lets.every((each) => each !== null) ? lets : null;
}

/** Decodes headers that are a single word, number or text. */
function plainHeaders(
  record: JsonRecord,
  place: DecodePosition,
  context: DecodeContext,
  words: AllowedWords | undefined,
) {
  const header = (key: 'category' | 'mode' | 'unknown') =>
    optional(record, key, () => decodeWord(record, key, key, place, context, words?.(key)));
  const text = (key: string, limit: number) =>
    optional(record, key, () => headerText(record, key, limit, place, context));
  const number = (key: string) => optional(record, key, () => headerNumber(record, key, place, context));
  return {
    category: header('category'),
    mode: header('mode'),
    unknown: header('unknown'),
    score: number('score'),
    priority: number('priority'),
    description: text('description', limits.descriptionCodePoints),
    owner: text('owner', jsonLimits.ownerLength),
    reference: text('reference', jsonLimits.referenceLength),
  };
}

function decodeParts(
  record: JsonRecord,
  root: DecodePosition,
  context: DecodeContext,
  words: AllowedWords | undefined,
): RuleDeclaration | null {
  const on = optional(record, 'targetEntityTypes', () => decodeTarget(record, root, context));
  if (isAbsent(member(record, 'targetEntityTypes')) && !isEmpty(member(record, 'triggers') ?? null))
    context.report(e0104, inside(root, 'targetEntityTypes'), '`triggers` need `targetEntityTypes`');
  const scope: PathScope = { target: pathTargetOf(on?.targets.map(({ text }) => text) ?? []) };
  const place: DecodePosition = { ...root, scope };
  const title = optional(record, 'name', () => headerText(record, 'name', limits.titleCodePoints, place, context));
  const key = decodeRecordKey(record, title, 'rule', place, context);
  const lets = decodeLets(member(record, 'let'), inside(place, 'let'), context);
  const when = decodeRootCondition(member(record, 'conditions'), inside(place, 'conditions'), context);
  const actions = decodeActionList(member(record, 'actions') ?? [], inside(place, 'actions'), context, words);
  const parts = {
    title,
    on,
    ...plainHeaders(record, place, context, words),
    ...decodeOtherHeaders(record, place, context),
  };
  if (key === null || lets === null || when === null || actions === null) return null;
  return ruleDeclaration({ key, ...parts, lets, when, actions, tests: [] });
}

export interface DecodedRule {
  /** `null` if and only if there are errors. */
  readonly rule: RuleDeclaration | null;
  /** Metadata for `encodeRule` and `conditionItems` of this same tree. */
  readonly marks: MetadataByNode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decodes the JSON form of a rule. Never throws, regardless of the JSON. Returns at most 100 diagnostics, each with a path such as
 * `conditions.conditions[1].operator`. If `words` (from a catalogue) is given, severities, statuses and the like are verified here, where a
 * path is known; otherwise by the checker.
 */
export function decodeRule(json: unknown, words?: AllowedWords): DecodedRule {
  const context = new DecodeContext(words);
  const root = positionAt('', { target: 'transaction' });
  const record = context.record(json, root, 'a rule', [...ruleJsonKeys, ...readOnlyKeys]);
  const rule = record === null ? null : decodeParts(record, root, context, words);
  return { rule: context.diagnostics.length > 0 ? null : rule, marks: context.marks, diagnostics: context.diagnostics };
}
