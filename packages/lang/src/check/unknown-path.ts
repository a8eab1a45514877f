import type { PathNode } from '../ast/path-node.js';
import type { FieldDeclaration } from '../catalogue/field.js';
import { e0201 } from '../diagnostics/codes/e0201.js';
import { e0202 } from '../diagnostics/codes/e0202.js';
import { e0209 } from '../diagnostics/codes/e0209.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { formatPath, parsePath } from '../paths/path-syntax.js';
import { rootForSynonym } from './root-synonyms.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';

const stepsOf = (field: FieldDeclaration): readonly string[] => parsePath(field.path) ?? [];

const startsWith = (steps: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((step, index) => steps[index] === step);

const visibleFields = (place: ExpressionScope, rule: RuleContext): readonly FieldDeclaration[] => {
  const [target] = rule.targets;
  const own = target ? rule.catalogue.schema.fields(target) : [];
  return place.record === null ? own : [...place.record.fields, ...own];
};

/** After `current.` only fields of the event exist, so suggestions start there as well. */
function whereSought(
  steps: readonly string[],
  node: PathNode,
  place: ExpressionScope,
): { readonly place: ExpressionScope; readonly current: string } {
  const isCurrent = node.steps.length > steps.length;
  return isCurrent ? { place: { ...place, record: null }, current: 'current.' } : { place, current: '' };
}

/** Sorts fields of the expected type first. */
const expectedKindFirst = (fields: readonly FieldDeclaration[], place: ExpressionScope): readonly FieldDeclaration[] =>
  [...fields].sort((a, b) => Number(b.type.kind === place.expectedKind) - Number(a.type.kind === place.expectedKind));

const suggestion = (text: string): { help: string } => ({ help: `did you mean \`${text}\`?` });

/** Returns the field for a stored spelling (`transaction.originEntityId`), which has its own short form; `origin.id` is `origin` itself. */
function storedForm(steps: readonly string[], fields: readonly FieldDeclaration[]): FieldDeclaration | undefined {
  const parent = formatPath(steps.slice(0, -1));
  const whole = fields.find((field) => field.path === parent && field.type.kind === 'entity');
  if (whole && steps.at(-1) === 'id') return whole;
  // The remaining steps can only be a stored path below a root that JSON omits: `origin.location` does not mean `transaction.location`.
  const isLeftOut = fields.some(
    (field) => stepsOf(field)[0] === steps[0] && formatPath(field.jsonPath) === formatPath(stepsOf(field).slice(1)),
  );
  const candidates = [...(isLeftOut ? [steps.slice(1)] : []), steps].map(formatPath);
  return fields.find((field) => candidates.includes(formatPath(field.jsonPath)) && formatPath(steps) !== field.path);
}

/** Compares ignoring case. Lengths are compared first, so that a name as long as a file is not lowercased once for every field. */
const isSameWord = (a: string, b: string): boolean => a.length === b.length && a.toLowerCase() === b.toLowerCase();

const endsWith = (steps: readonly string[], ending: readonly string[]): boolean =>
  ending.length < steps.length &&
  ending.every((step, index) => isSameWord(steps[steps.length - ending.length + index] ?? '', step));

/** Returns fields that end with the given steps, such as `transaction.deviceDetails.deviceId` for `transaction.deviceId`. */
function deeperFields(
  steps: readonly string[],
  known: number,
  fields: readonly FieldDeclaration[],
): readonly FieldDeclaration[] {
  let found = fields.filter((field) => endsWith(stepsOf(field), steps.slice(known)));
  for (let shared = 1; shared <= known; shared++) {
    const nearer = found.filter((field) => startsWith(stepsOf(field), steps.slice(0, shared)));
    if (nearer.length > 0) found = nearer;
  }
  // A single word such as `count` is the end of many paths, none of which is likely to be meant.
  if (known === 0 && found.length > 2) return [];
  return found.toSorted((a, b) => stepsOf(a).length - stepsOf(b).length).slice(0, 3);
}

const oneOf = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(' or ');

/**
 * If a step is not similar to any of its siblings, suggests the same word elsewhere. An edit is offered if there is exactly one such path.
 */
function suggestOtherRoots(
  steps: readonly string[],
  known: number,
  node: PathNode,
  place: ExpressionScope,
  rule: RuleContext,
): { help?: string } {
  const found = deeperFields(steps, known, visibleFields(place, rule));
  const [only] = found;
  if (!only) return {};
  const { current } = whereSought(steps, node, place);
  // The same word below another root means something else, and only the author knows whether it is intended.
  const isSure = known === 0 || stepsOf(only)[0] === steps[0];
  return {
    help: `did you mean ${oneOf(found.map((field) => `${current}${field.path}`))}?`,
    ...(found.length === 1 ? rule.findings.replacementFix(node, `${current}${only.path}`, isSure) : {}),
  };
}

/** Reports a path whose first step exists, but a later one does not. */
export function reportUnknownField(
  steps: readonly string[],
  node: PathNode,
  around: ExpressionScope,
  rule: RuleContext,
): void {
  const { place, current } = whereSought(steps, node, around);
  const fields = expectedKindFirst(visibleFields(place, rule), place);
  let known = steps.length - 1;
  while (known > 0 && !fields.some((field) => startsWith(stepsOf(field), steps.slice(0, known)))) known--;
  const parent = formatPath(steps.slice(0, known));
  const list = fields.find((field) => field.path === parent && field.type.kind === 'list');
  if (list) {
    rule.findings.add(e0209, node, {
      message: `\`${parent}\` is a list; its elements have no single \`${steps[known] ?? ''}\``,
      help: `write \`exists(${parent} where ${formatPath(steps.slice(known))} …)\``,
    });
    return;
  }
  const stored = storedForm(steps, fields);
  if (stored) {
    rule.findings.add(e0201, node, {
      message: `\`${formatPath(steps)}\` is written \`${stored.path}\` in rules`,
      ...suggestion(`${current}${stored.path}`),
      ...rule.findings.replacementFix(node, `${current}${stored.path}`),
    });
    return;
  }
  if (known === 0) {
    rule.findings.add(e0201, node, {
      message: `\`${formatPath(steps)}\` is not a value`,
      help: `name a field below it`,
    });
    return;
  }
  const siblings = fields
    .filter((field) => startsWith(stepsOf(field), steps.slice(0, known)))
    .map((field) => stepsOf(field)[known]);
  const [closest] = didYouMean(
    steps[known] ?? '',
    siblings.filter((step) => step !== undefined),
  );
  const message = `\`${parent}\` has no field \`${steps[known] ?? ''}\``;
  if (closest === undefined)
    rule.findings.add(e0201, node, { message, ...suggestOtherRoots(steps, known, node, place, rule) });
  else {
    const corrected = formatPath([...steps.slice(0, known), closest, ...steps.slice(known + 1)]);
    const fix = rule.findings.replacementFix(node, `${current}${corrected}`);
    rule.findings.add(e0201, node, { message, ...suggestion(closest), ...fix });
  }
}

/** Reports a name that is used as a list, or as a length, suggesting a declared one or how to declare it. */
function reportUndeclared(name: string, node: PathNode, rule: RuleContext, isList: boolean): void {
  const kinds = isList ? ['list'] : ['const', 'param'];
  const names = [...rule.names].flatMap(([each, { kind }]) => (kinds.includes(kind) ? [each] : []));
  const [closest] = didYouMean(name, names);
  const message = `there is no ${isList ? 'list' : 'constant'} \`${name}\` here`;
  if (closest !== undefined)
    rule.findings.add(e0202, node, {
      message,
      ...suggestion(closest),
      ...rule.findings.replacementFix(node, closest, false),
    });
  else
    rule.findings.add(e0202, node, {
      message,
      help: `declare it outside the rule: \`${isList ? 'list' : 'const'} ${name} = ${isList ? '"…"' : '24h'}\``,
    });
}

/** Returns help for names like `null` or `BR`, which come from other languages or are texts without quotes; null if it may be any name. */
function helpForForeignName(name: string): string | null {
  if (/^(null|none|nil|undefined)$/i.test(name))
    return 'a value that is not there `is missing`, one that is `is present`';
  if (/^(true|yes)$/i.test(name)) return 'write `true`';
  if (/^(false|no)$/i.test(name)) return 'write `false`';
  return /^[A-Z][A-Z0-9_]*$/.test(name) ? `a text must be quoted: \`"${name}"\`` : null;
}

/** Reports a path whose first step is not a known name. */
export function reportUnknownName(
  steps: readonly string[],
  node: PathNode,
  around: ExpressionScope,
  rule: RuleContext,
): void {
  const { place, current } = whereSought(steps, node, around);
  const fields = expectedKindFirst(visibleFields(place, rule), place);
  const text = formatPath(steps);
  const [head = ''] = steps;
  const [target] = rule.targets;
  const below = fields.find((field) => target !== undefined && field.path === `${target}.${text}`);
  const heads = new Set(fields.map((field) => stepsOf(field)[0] ?? ''));
  const names = [...(place.definition?.args.keys() ?? []), ...rule.lets.keys(), ...rule.names.keys(), ...heads, 'now'];
  const [closest = rootForSynonym(head, new Set([...heads, 'now']))] = didYouMean(head, names);
  // Spelled as records are stored: `enrichmentData.normalized.legalName`.
  const stored = formatPath(steps);
  const known = below?.path ?? fields.find(({ jsonPath }) => formatPath(jsonPath) === stored)?.path;
  const meant = known ?? (closest === undefined ? undefined : formatPath([closest, ...steps.slice(1)]));
  const corrected = meant === undefined ? undefined : `${current}${meant}`;
  const isList = place.expectedKind === 'listref';
  if (steps.length === 1 && (place.isBareName || (corrected === undefined && isList)))
    return reportUndeclared(head, node, rule, isList);
  if (rule.catalogue.schema.sources.some(({ name }) => name === head))
    return void rule.findings.add(e0202, node, {
      message: `\`${head}\` are records, not a field`,
      help: `an aggregate computes over records: \`sum(${steps[1] ?? 'amount'} of ${head} from origin in last 7d)\``,
    });
  const message =
    place.record === null
      ? `there is no name \`${head}\` here`
      : `neither the record nor this rule has a name \`${head}\``;
  const foreign = steps.length === 1 && corrected === undefined ? helpForForeignName(head) : null;
  if (foreign !== null) return void rule.findings.add(e0202, node, { message, help: foreign });
  rule.findings.add(
    e0202,
    node,
    corrected === undefined
      ? { message, ...suggestOtherRoots(steps, 0, node, place, rule) }
      : { message, ...suggestion(corrected), ...rule.findings.replacementFix(node, corrected, known !== undefined) },
  );
}
