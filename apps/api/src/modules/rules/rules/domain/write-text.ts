import {
  applyJsonToSource,
  encodeRule,
  printFile,
  ruleDefaults,
  ruleFile,
  sameTree,
  type MarksByNode,
  type RuleDeclaration,
  type RuleJson,
} from '@tamis/lang';

import { ApiError } from '../../../../platform/http/index.js';
import { keptMarks } from './condition-ids.js';
import { decodeForm } from './decode-form.js';
import { firstDifference } from './first-difference.js';
import { namesFor, readSource, type ReadSource } from './read-source.js';
import { hasBody, headersOf, type RuleParts } from './rule-parts.js';
import type { LibraryNames } from './library-names.js';

/** A rule in both forms, before its names and types are checked. */
export interface WrittenText extends ReadSource {
  readonly form: RuleJson;
}

/** What a text is written beside. */
export interface TextSurroundings {
  readonly shared: LibraryNames;
  /** The form the rule had, whose condition ids are kept; null for a new rule. */
  readonly before: RuleJson | null;
}

const impliedHeaders: RuleParts = {
  ...ruleDefaults,
  triggers: [],
  tags: [],
  riskMatrixIds: [],
  scope: {},
  meta: {},
};

const mismatch = (path: string): ApiError =>
  new ApiError('SOURCE_MISMATCH', `The text of the rule and the JSON beside it differ at \`${path}\``, {
    [path]: 'differs from what `source` says',
  });

/** The text of a rule that was given as JSON alone. */
export function textOfForm(parts: RuleParts, shared: LibraryNames): WrittenText {
  const { rule, marks } = decodeForm(withoutNulls(parts));
  const read = readSource(printFile(ruleFile(null, [rule])));
  return { ...read, form: encodeRule(rule, namesFor(read.file, shared), marks) };
}

/**
 * The rule of a source, with the fields sent beside it: a header that the text lacks is written into it; everything else must say
 * what the text says. Throws 422 `SOURCE_MISMATCH` with the first difference.
 */
export function textOfSource(source: string, parts: RuleParts, surroundings: TextSurroundings): WrittenText {
  const read = readSource(source);
  const names = namesFor(read.file, surroundings.shared);
  const form = encodeRule(read.rule, names);
  const added: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(headersOf(withoutNulls(parts)))) {
    const said = form[key as keyof RuleJson];
    if (said !== undefined) {
      const place = firstDifference(value, said, key);
      if (place !== null) throw mismatch(place);
    } else if (firstDifference(value, impliedValue(key, form), key) !== null) added[key] = value;
  }
  const { rule, marks } = hasBody(parts) ? sameBody(read, form, parts, surroundings) : withKeptIds(read, surroundings);
  const marked = encodeRule(rule, names, marks);
  if (Object.keys(added).length === 0) return { ...read, form: marked };
  return rewritten(read, { ...marked, ...added }, surroundings);
}

/** What an absent header says. */
const impliedValue = (key: string, form: RuleJson): unknown =>
  key === 'name' ? form.key : impliedHeaders[key as keyof RuleParts];

interface MarkedRule {
  readonly rule: RuleDeclaration;
  readonly marks: MarksByNode;
}

const withKeptIds = ({ rule }: ReadSource, { before }: TextSurroundings): MarkedRule => ({
  rule,
  marks: keptMarks(rule, new Map(), before),
});

/** The caller's form of the same tree, with its condition ids. */
function sameBody(
  read: ReadSource,
  form: RuleJson,
  parts: RuleParts,
  { shared, before }: TextSurroundings,
): MarkedRule {
  const sent = Object.fromEntries(
    ['let', 'conditions', 'actions']
      .filter((key) => parts[key as keyof RuleParts] != null)
      .map((key) => [key, parts[key as keyof RuleParts]]),
  );
  const { rule, marks } = decodeForm({ ...form, ...sent });
  const place = firstDifference(encodeRule(rule, namesFor(read.file, shared)), form, 'rule');
  if (place !== null) throw mismatch(place.replace(/^rule\./, ''));
  return {
    rule,
    marks: parts.conditions == null ? keptMarks(rule, new Map(), before) : keptMarks(rule, marks, before),
  };
}

/**
 * The stored text with some parts replaced. Only what says something new is written anew; comments, layout and tests stay, and so
 * do the ids of conditions that survive.
 */
export function textWithParts(source: string, form: RuleJson, parts: RuleParts, shared: LibraryNames): WrittenText {
  const read = readSource(source);
  if (Object.keys(parts).length === 0) return { ...read, form };
  return rewritten(read, withoutNulls({ ...form, ...parts }), { shared, before: form });
}

function rewritten(read: ReadSource, form: object, { shared, before }: TextSurroundings): WrittenText {
  const { rule, marks } = decodeForm(form);
  const isSame = sameTree(rule, read.rule);
  const next = isSame ? read : readSource(applyJsonToSource(read.source, read.rule, rule));
  return { ...next, form: encodeRule(rule, namesFor(next.file, shared), keptMarks(rule, marks, before)) };
}

const withoutNulls = (parts: RuleParts): RuleParts =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null));
