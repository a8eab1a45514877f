import type { Expression } from '../ast/expression.js';
import type { ObjectEntry } from '../ast/object-entry.js';
import type { ObjectNode } from '../ast/object-node.js';
import type { ObjectValue } from '../ast/object-value.js';
import type { PathNode } from '../ast/path-node.js';
import type { FieldDeclaration } from '../catalogue/field.js';
import { e0201 } from '../diagnostics/codes/e0201.js';
import { e0703 } from '../diagnostics/codes/e0703.js';
import { e0705 } from '../diagnostics/codes/e0705.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { formatPath } from '../paths/path-syntax.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { readValue } from '../values/read-value.js';
import { isUnknown } from '../values/unknown.js';
import { checkExpression } from './check-expression.js';
import { childExpressions } from './child-expressions.js';
import { arithmetic, foldConstant } from './fold-constant.js';
import { atSubject, type RuleContext } from './rule-context.js';
import type { FixtureField } from './test-fixtures.js';

export interface TestContext {
  readonly rule: RuleContext;
  readonly fields: Map<ObjectEntry, FieldDeclaration>;
}

const isMissing = (node: Expression): boolean =>
  node.kind === 'path' && node.steps.length === 1 && node.steps[0] === 'missing';

/** Returns a path that a fixture cannot read, since there is no event yet. */
function unreadablePath(node: Expression, rule: RuleContext): Expression | null {
  if (node.kind === 'path') {
    const [name = ''] = node.steps;
    const declared = rule.names.get(name)?.kind;
    const isKnown = declared === 'const' || declared === 'param' || name === 'now' || rule.fixtureNames?.has(name);
    return node.steps.length === 1 && isKnown ? null : node;
  }
  const isFixed =
    node.kind === 'arrayLiteral' ||
    (node.kind === 'operation' && arithmetic.has(node.operator)) ||
    node.kind.endsWith('Literal');
  if (!isFixed) return node;
  return (
    childExpressions(node)
      .map((child) => unreadablePath(child, rule))
      .find((each) => each !== null) ?? null
  );
}

/** Returns the type of a fixture value, or `null` after reporting a problem. */
export function checkFixtureExpression(node: Expression, rule: RuleContext): Type | null {
  if (isMissing(node)) {
    rule.resolutions.set(node, { kind: 'missing' });
    rule.types.set(node, { kind: 'any' });
    return { kind: 'any' };
  }
  if (node.kind === 'arrayLiteral' && node.items.length === 0) {
    // An empty list is allowed here, since a fixture may well test it.
    const type: Type = { kind: 'list', element: { kind: 'any' } };
    rule.types.set(node, type);
    return type;
  }
  const strange = unreadablePath(node, rule);
  if (strange) {
    const name = strange.kind === 'path' ? formatPath(strange.steps) : null;
    const [closest] = name === null ? [] : didYouMean(name, [...(rule.fixtureNames ?? []), ...rule.names.keys()]);
    rule.findings.add(name === null ? e0705 : e0703, strange, {
      message:
        name === null
          ? 'a fixture can only use literals, constants, parameters, `now` and arithmetic'
          : `\`${name}\` is not known in this test`,
      ...(closest === undefined ? {} : { help: `did you mean \`${closest}\`?` }),
    });
    return null;
  }
  if (node.kind === 'path' && rule.fixtureNames?.has(node.steps[0] ?? '') && !rule.names.has(node.steps[0] ?? '')) {
    rule.resolutions.set(node, { kind: 'fixture', name: node.steps[0] ?? '' });
    rule.types.set(node, { kind: 'entity' });
    return { kind: 'entity' };
  }
  return checkExpression(node, atSubject, rule);
}

/** Whether a value of one type may be stored in a field of another. */
function fitsType(own: Type, value: unknown, wanted: Type): boolean {
  if (own.kind === 'any' || wanted.kind === 'any' || own.kind === wanted.kind) {
    if (own.kind !== 'list' || wanted.kind !== 'list') return true;
    const items = Array.isArray(value) ? (value as unknown[]) : [];
    return items.every((item) => fitsType(own.element, item, wanted.element));
  }
  if (typeof value === 'string' && own.kind === 'text') return !isUnknown(readValue(value, wanted, '', 'UTC'));
  const isTime = (type: Type): boolean => type.kind === 'date' || type.kind === 'datetime';
  return isTime(own) && isTime(wanted);
}

function reportTypeMismatch(
  node: Expression,
  own: Type,
  value: unknown,
  field: FieldDeclaration,
  rule: RuleContext,
): void {
  const { type } = field;
  const [closest] = type.kind === 'enum' && typeof value === 'string' ? didYouMean(value, type.values) : [];
  const got = typeof value === 'string' ? `\`"${value}"\`` : typeName(own);
  rule.findings.add(e0705, node, {
    message: `\`${field.path}\` is ${typeName(type)}, but this is ${got}`,
    ...(closest === undefined
      ? type.kind === 'enum'
        ? { help: `it is one of ${type.values.slice(0, 6).join(', ')}` }
        : {}
      : { help: `did you mean \`"${closest}"\`?`, ...rule.findings.replacementFix(node, `"${closest}"`) }),
  });
}

/** Checks a value for a field, including its type (E0705). */
export function checkFixtureValue(node: Expression, field: FieldDeclaration, { rule }: TestContext): void {
  const own = checkFixtureExpression(node, rule);
  if (!own || rule.resolutions.get(node)?.kind === 'missing') return;
  const value = foldConstant(node, rule.resolutions);
  if (fitsType(own, value, field.type)) return;
  reportTypeMismatch(node, own, value, field, rule);
}

function reportUnknownKey(entry: ObjectEntry, steps: readonly string[], { rule }: TestContext): void {
  const [target] = rule.targets;
  const known = target ? rule.catalogue.schema.fields(target) : [];
  const last = steps.at(-1) ?? '';
  const [closest] = didYouMean(
    last,
    known.map((field) => field.path.split('.').at(-1) ?? ''),
  );
  rule.findings.add(e0201, entry.key, {
    message: `there is no field \`${formatPath(steps)}\` to set`,
    ...(closest === undefined ? {} : { help: `did you mean \`${closest}\`?` }),
  });
}

const keySteps = ({ key }: ObjectEntry): readonly string[] => (key.kind === 'textLiteral' ? [key.value] : key.steps);

function checkEntry(entry: ObjectEntry, before: readonly string[], find: FixtureField, test: TestContext): void {
  const steps = [...before, ...keySteps(entry)];
  const field = find(steps);
  if (field) test.fields.set(entry, field);
  const { value } = entry;
  if (value.kind === 'object') {
    const isScalar = field !== null && !['object', 'any', 'entity', 'geo', 'money'].includes(field.type.kind);
    if (isScalar)
      test.rule.findings.add(e0705, value, { message: `\`${field.path}\` is ${typeName(field.type)}, not an object` });
    else if (field?.type.kind === 'geo' || field?.type.kind === 'money') checkFree(value, test);
    else checkFixtureObject(value, steps, find, test);
  } else if (value.kind === 'objectList') {
    if (field && field.type.kind !== 'list' && field.type.kind !== 'any')
      test.rule.findings.add(e0705, value, { message: `\`${field.path}\` is ${typeName(field.type)}, not a list` });
    else checkFree(value, test);
  } else if (field) checkFixtureValue(value, field, test);
  else reportUnknownKey(entry, steps, test);
}

/** Checks the value of an undeclared key, which may be any literal. */
export function checkFree(value: ObjectValue, test: TestContext): void {
  if (value.kind === 'objectList') for (const item of value.items) checkFree(item, test);
  else if (value.kind === 'object') for (const entry of value.entries) checkFree(entry.value, test);
  else checkFixtureExpression(value, test.rule);
}

/** Checks `{ amount: 100 BRL, deviceDetails: { isVpn: true } }` against the fields of an object. */
export function checkFixtureObject(
  node: ObjectNode,
  before: readonly string[],
  find: FixtureField,
  test: TestContext,
): void {
  for (const entry of node.entries) checkEntry(entry, before, find, test);
}

/** Returns the field for a path of the subject in `vary` and `because`. */
export const pathField = (path: PathNode, { rule }: TestContext): FieldDeclaration | null => {
  const [target] = rule.targets;
  return target ? rule.catalogue.schema.field(target, path.steps) : null;
};
