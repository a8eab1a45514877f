import {
  applyJsonToSource,
  encodeRule,
  printFile,
  ruleDefaults,
  ruleFile,
  sameTree,
  type MetadataByNode,
  type RuleDeclaration,
  type RuleJson,
} from '@tamis/lang';
import { ApiError } from '../../../../platform/http/index.js';
import { mergeMarks } from './condition-ids.js';
import { decodeForm } from './decode-form.js';
import { namesInScope, parseSource, type ParsedSource } from './parse-source.js';
import { hasBody, headersOf, type PartialRuleForm } from './partial-rule-form.js';
import type { LibraryNames } from './library-names.js';

/** Returns the path of the first difference between two JSON values, in the order of the first; `null` if they are equal. */
export function firstDifference(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return path;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inner = Array.isArray(a) ? `${path}[${key}]` : `${path}.${key}`;
    const found = firstDifference(left[key], right[key], inner);
    if (found !== null) return found;
  }
  return null;
}

/** A rule in both forms, before its names and types are checked. */
export interface RuleTextForms extends ParsedSource {
  readonly form: RuleJson;
}

/** The context in which a text is written. */
export interface TextContext {
  readonly shared: LibraryNames;
  /** The previous form of the rule, whose condition ids are kept; `null` for a new rule. */
  readonly before: RuleJson | null;
}

const defaultHeaders: PartialRuleForm = {
  ...ruleDefaults,
  triggers: [],
  tags: [],
  riskMatrixIds: [],
  scope: {},
  meta: {},
};

const sourceMismatch = (path: string): ApiError =>
  new ApiError('SOURCE_MISMATCH', `The text of the rule and its JSON form differ at \`${path}\``, {
    [path]: 'differs from what `source` says',
  });

/** Creates the text of a rule that was given only as JSON. */
export function textFromForm(parts: PartialRuleForm, shared: LibraryNames): RuleTextForms {
  const { rule, marks } = decodeForm(withoutNulls(parts));
  const read = parseSource(printFile(ruleFile(null, [rule])));
  return { ...read, form: encodeRule(rule, namesInScope(read.file, shared), marks) };
}

/**
 * Reads the rule of a source together with the fields sent with it: a header that the text lacks is added to it; all other fields must
 * match the text. Throws 422 `SOURCE_MISMATCH` with the first difference.
 */
export function textFromSource(source: string, parts: PartialRuleForm, surroundings: TextContext): RuleTextForms {
  const read = parseSource(source);
  const names = namesInScope(read.file, surroundings.shared);
  const form = encodeRule(read.rule, names);
  const added: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(withoutDefaults(headersOf(withoutNulls(parts)), form))) {
    const said = form[key as keyof RuleJson];
    if (said === undefined) added[key] = value;
    else {
      const place = firstDifference(value, said, key);
      if (place !== null) throw sourceMismatch(place);
    }
  }
  const { rule, marks } = hasBody(parts)
    ? reconcileBody(read, form, parts, surroundings)
    : withPreservedIds(read, surroundings);
  const marked = encodeRule(rule, names, marks);
  if (Object.keys(added).length === 0) return { ...read, form: marked };
  return rewriteText(read, { ...marked, ...added }, surroundings);
}

/** Returns the meaning of an absent header. */
const defaultHeaderValue = (key: string, form: RuleJson): unknown =>
  key === 'name' ? form.key : defaultHeaders[key as keyof PartialRuleForm];

/** Leaves out headers that the text lacks, if they only say what that means. */
const withoutDefaults = (parts: PartialRuleForm, form: RuleJson): PartialRuleForm =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([key, value]) =>
        form[key as keyof RuleJson] !== undefined ||
        firstDifference(value, defaultHeaderValue(key, form), key) !== null,
    ),
  );

interface MarkedRule {
  readonly rule: RuleDeclaration;
  readonly marks: MetadataByNode;
}

const withPreservedIds = ({ rule }: ParsedSource, { before }: TextContext): MarkedRule => ({
  rule,
  marks: mergeMarks(rule, new Map(), before),
});

/** Checks that the caller's form is the same tree, and keeps its condition ids. */
function reconcileBody(
  read: ParsedSource,
  form: RuleJson,
  parts: PartialRuleForm,
  { shared, before }: TextContext,
): MarkedRule {
  const sent = Object.fromEntries(
    ['let', 'conditions', 'actions']
      .filter((key) => parts[key as keyof PartialRuleForm] != null)
      .map((key) => [key, parts[key as keyof PartialRuleForm]]),
  );
  const { rule, marks } = decodeForm({ ...form, ...sent });
  const place = firstDifference(encodeRule(rule, namesInScope(read.file, shared)), form, 'rule');
  if (place !== null) throw sourceMismatch(place.replace(/^rule\./, ''));
  return {
    rule,
    marks: parts.conditions == null ? mergeMarks(rule, new Map(), before) : mergeMarks(rule, marks, before),
  };
}

/**
 * Replaces some parts of the stored text. Only changed parts are rewritten; comments, layout and tests are kept, and so are the ids of the
 * remaining conditions.
 */
export function textWithChanges(
  source: string,
  form: RuleJson,
  parts: PartialRuleForm,
  shared: LibraryNames,
): RuleTextForms {
  const read = parseSource(source);
  const changed = withoutDefaults(parts, form);
  if (Object.keys(changed).length === 0) return { ...read, form };
  return rewriteText(read, withoutNulls({ ...form, ...changed }), { shared, before: form });
}

function rewriteText(read: ParsedSource, form: object, { shared, before }: TextContext): RuleTextForms {
  const { rule, marks } = decodeForm(form);
  const isSame = sameTree(rule, read.rule);
  const next = isSame ? read : parseSource(applyJsonToSource(read.source, read.rule, rule));
  return { ...next, form: encodeRule(rule, namesInScope(next.file, shared), mergeMarks(rule, marks, before)) };
}

const withoutNulls = (parts: PartialRuleForm): PartialRuleForm =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null));
