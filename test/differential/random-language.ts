import type {
  AggregateDeclaration,
  ConstantOperand,
  Declaration,
  Signature,
  Type,
  TypeKind,
  TypePattern,
  Value,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import {
  constantTexts,
  lengths,
  literals,
  needsField,
  recordFields,
  sampleTypes,
  scalars,
  windows,
  type Author,
} from './language-samples.js';
import { definitions } from './declared-names.js';
import { operatorCells, type OperatorCell } from './operator-cells.js';
import { operatorForms, similarityOptions } from './operator-forms.js';

/** Generates rule text by type from the signatures of the catalogue, so that all its declarations occur eventually. */

const { operators, functions, aggregates } = libraryCatalogue;

interface Producer {
  readonly name: string;
  readonly isOperator: boolean;
  readonly write: (random: Author, depth: number) => string;
}

const kindsOf = (pattern: TypePattern, t: TypeKind): readonly (TypeKind | 'list')[] =>
  pattern === 'T' ? [t] : pattern === 'list<T>' ? ['list'] : typeof pattern === 'string' ? [pattern] : pattern;

const typeOf = (kind: TypeKind | 'list', t: TypeKind): Type =>
  kind === 'list' ? { kind: 'list', element: sampleTypes[t] as Type } : (sampleTypes[kind] as Type);

function resultKind({ operands, result }: Signature, t: TypeKind): TypeKind | null {
  try {
    return result(operands.map((pattern) => typeOf(kindsOf(pattern, t)[0] as TypeKind, t))).kind;
  } catch {
    return null;
  }
}

/** Declarations only receive values of the operand's own kind. */
function isAccepted(constant: ConstantOperand, value: unknown): boolean {
  try {
    return constant.accepts(value as Value);
  } catch {
    return false;
  }
}

/** Operators whose second operand must be a literal duration. */
const literalAfter: ReadonlySet<string> = new Set([
  'within_last',
  'not_within_last',
  'within_distance',
  'not_within_distance',
]);

/** An application to be generated. */
interface Written {
  readonly name: string;
  readonly signature: Signature;
  /** The kind for `T`. */
  readonly t: TypeKind;
  /** Kinds of the operands. If absent, any that their patterns accept. */
  readonly cell?: OperatorCell;
}

function operandText({ name, signature, t, cell }: Written, index: number, random: Author, depth: number): string {
  const constant = signature.constants?.find(({ operand }) => operand === index);
  if (constant) {
    const fitting = constantTexts.filter(([, value]) => isAccepted(constant, value));
    if (fitting.length > 0) return random.pick(fitting)[0];
  }
  if (index === 0 && cell?.untyped) return random.pick(random.samples.openFields);
  if (index === 1 && literalAfter.has(name)) return random.pick(lengths[signature.operands[1] as TypeKind] ?? []);
  const pattern = signature.operands[Math.min(index, signature.operands.length - 1)] as TypePattern;
  const kind = cell?.kinds[index] ?? random.pick(kindsOf(pattern, t));
  // With several literals, the type would be resolved to another one than intended.
  if (kind !== 'list')
    return cell && index === 0 ? typedExpression(kind, random, depth) : expression(kind, random, depth);
  return listText(pattern, t, index, random);
}

function listText(pattern: TypePattern, t: TypeKind, index: number, random: Author): string {
  const isFree = pattern !== 'list<T>';
  const { fields, lists: declared } = random.samples;
  if (isFree && random.chance(0.4)) return random.pick([...(fields.get('list') ?? []), ...(declared.text ?? [])]);
  const lists = declared[t] ?? [];
  if (!isFree && index === 0 && lists.length > 0 && random.chance(0.7)) return random.pick(lists);
  const element = isFree ? random.pick(['text', 'number'] as const) : t;
  const items = random.several(1, 3, () =>
    random.chance(literals[element] && !needsField.has(element) ? 0.7 : 0)
      ? literal(element, random)
      : typedExpression(element, random, 0),
  );
  return `[${items.join(', ')}]`;
}

function writeApplication({ kind, name }: Declaration, written: Written, random: Author, depth: number): string {
  const { signature } = written;
  const most = signature.atMost ?? 0;
  const count = signature.operands.length + (most > 0 ? random.below(Math.min(2, most)) : 0);
  const operands = Array.from({ length: count }, (_, index) => operandText(written, index, random, depth - 1));
  const options = name.includes('fuzzy_match') ? (similarityOptions[count] ?? '') : '';
  if (kind === 'operator')
    return ((operatorForms[name] ?? '$0') + options).replace(
      /\$(\d)/g,
      (_, index: string) => operands[Number(index)] ?? 'now',
    );
  if (name === 'text') return random.samples.template;
  const member = name === 'lookup' ? '.riskScore' : memberKinds[name] ? random.pick(['.hits', '.topScore']) : '';
  return `${name}(${operands.join(', ')})${member}`;
}

const memberKinds: Readonly<Record<string, TypeKind>> = { lookup: 'number', screening: 'number', screenName: 'number' };

const producers = new Map<TypeKind, Producer[]>();
const add = (kind: TypeKind, producer: Producer): void => {
  producers.set(kind, [...(producers.get(kind) ?? []), producer]);
};

for (const declaration of [...operators, ...functions])
  for (const signature of declaration.signatures) {
    const free = signature.operands.some((pattern) => pattern === 'T' || pattern === 'list<T>');
    for (const t of free ? (signature.variable ?? scalars) : (['text'] as const)) {
      const kind = memberKinds[declaration.name] ?? resultKind(signature, t);
      if (kind === null) continue;
      add(kind, {
        name: declaration.name,
        isOperator: declaration.kind === 'operator',
        write: (random, depth) =>
          writeApplication(declaration, { name: declaration.name, signature, t }, random, depth),
      });
    }
  }

for (const [name, operands, kind] of definitions)
  add(kind, {
    name,
    isOperator: false,
    write: (random, depth) => {
      const given = operands.map((operand) => typedExpression(operand, random, depth - 1));
      return operands.length === 0 ? name : `${name}(${given.join(', ')})`;
    },
  });

function recordCondition(fields: ReadonlyMap<string, readonly string[]>, random: Author): string {
  const kind = random.pick([...fields.keys()].filter((each) => each !== 'list' && each !== 'object' && each !== 'geo'));
  const field = random.pick(fields.get(kind) ?? []);
  const forms = [`${field} is present`, `${field} is missing`];
  if (kind === 'bool') forms.push(field, `not (${field})`);
  else if (kind === 'text')
    forms.push(
      `${field} = ${literal('text', random)}`,
      `${field} in watched`,
      `${field} in WORDS`,
      `is_listed(${field})`,
      `${field} matches LETTERS`,
      `${field} contains "a"`,
      `text("{${field}}") != "x"`,
    );
  else if (kind === 'number' || kind === 'money')
    forms.push(
      kind === 'money' ? `is_large(${field})` : `is_some(${field})`,
      `doubled(${field}) > ${literal(kind, random)}`,
      `not (${field} < ${literal(kind, random)}) or ${field} is missing`,
      `${field} >= ${literal(kind, random)}`,
      `${field} in [${literal(kind, random)}]`,
    );
  else if (kind === 'datetime')
    forms.push(
      `${field} is within last 7d`,
      `${field} is within last span`,
      `is_early(${field})`,
      `hour(${field}, "America/Sao_Paulo") >= 9`,
    );
  else if (kind === 'country')
    forms.push(`${field} = ${random.samples.country}`, `${field} in COUNTRIES`, `${field} != home`);
  else if (kind === 'entity') forms.push(`${field} in watched`);
  return random.pick(forms);
}

function aggregateText({ name, value, needsFilter }: AggregateDeclaration, kind: TypeKind, random: Author): string {
  const source = random.pick(random.samples.sources);
  const fields = recordFields.get(source.fields) as ReadonlyMap<string, readonly string[]>;
  const distinct = name === 'count' && random.chance(0.3);
  const takesValue = value === 'required' || distinct;
  const wanted = distinct || name === 'count' ? random.pick(['text', 'number', 'money', 'any']) : kind;
  const named = fields.get(wanted) ?? fields.get('number') ?? ['amount'];
  const field = random.pick(named);
  const converted = wanted === 'money' && random.chance(0.5) ? `${field} as ${random.pick(['USD', 'EUR'])}` : field;
  const last = random.chance(0.2);
  const which = last ? `last ${random.pick([1, 2, 5, 200])} ` : source.timed && random.chance(0.3) ? 'prior ' : '';
  const window = !source.timed || (last && random.chance(0.5)) ? '' : random.pick([...windows, random.samples.since]);
  const where =
    needsFilter || random.chance(0.6)
      ? `where ${random.several(1, 2, () => recordCondition(fields, random)).join(random.pick([' and ', ' and ', ' or ']))}`
      : '';
  const records = `${which}${source.text} ${random.pick(source.links)} ${window} ${where}`;
  return `${name}(${distinct ? 'distinct ' : ''}${takesValue ? `${converted} of ` : ''}${records.trim()})`.replace(
    / +/g,
    ' ',
  );
}

for (const declaration of aggregates)
  for (const kind of ['number', 'money', 'text', 'datetime'] as const) {
    const value = declaration.value === 'none' ? null : (sampleTypes[kind] as Type);
    const result = declaration.result(value);
    if (result && (value !== null || kind === 'number'))
      add(result.kind, {
        name: declaration.name,
        isOperator: false,
        write: (random) => aggregateText(declaration, kind, random),
      });
  }

function literal(kind: TypeKind, random: Author): string {
  return random.pick(literals[kind] ?? (literals.text as readonly string[]));
}

/** Names of functions and aggregates with a result of some kind. An operator may have the same name. */
const otherNames: ReadonlySet<string> = new Set(
  [...producers.values()].flatMap((each) => each.filter(({ isOperator }) => !isOperator).map(({ name }) => name)),
);

/** Returns an expression whose value should be of a kind. The checker has the final decision on that. */
export function expression(kind: TypeKind, random: Author, depth: number): string {
  const { samples } = random;
  const fields = kind === 'any' ? samples.openFields : (samples.fields.get(kind) ?? []);
  const known = depth > 0 ? (producers.get(kind) ?? []) : [];
  const choice = random.next();
  if (known.length > 0 && (choice < 0.5 || (fields.length === 0 && !literals[kind])))
    return random.pick(known).write(random, depth);
  if (fields.length > 0 && (choice < 0.85 || !literals[kind])) return random.pick(fields);
  return literal(kind, random);
}

/** Like `expression`, but never returns a literal that would be a text until it is combined with a value of the kind. */
function typedExpression(kind: TypeKind, random: Author, depth: number): string {
  if (!needsField.has(kind)) return expression(kind, random, depth);
  const fields = random.samples.fields.get(kind) ?? [];
  const known = depth > 0 ? (producers.get(kind) ?? []) : [];
  if (fields.length > 0 && (known.length === 0 || random.chance(0.6))) return random.pick(fields);
  return known.length > 0 ? random.pick(known).write(random, depth) : literal(kind, random);
}

/** Generates a condition around one declaration: an operator with certain types, a function or an aggregate. */
export type Goal = (random: Author) => string;

const operatorGoals = operatorCells.map((cell): Goal => {
  const { declaration, signature, variable } = cell;
  const kind = resultKind(signature, variable) ?? 'bool';
  return (random) =>
    asCondition(
      kind,
      writeApplication(declaration, { name: declaration.name, signature, t: variable, cell }, random, 2),
      random,
    );
});

const otherGoals = [...otherNames].map((name): Goal => {
  const known = [...producers].flatMap(([kind, each]) =>
    each.filter((producer) => producer.name === name && !producer.isOperator).map((producer) => ({ kind, producer })),
  );
  return (random) => {
    const { kind, producer } = random.pick(known);
    return asCondition(kind, producer.write(random, 2), random);
  };
});

/** Using each of them in turn covers the whole language. */
export const goals: readonly Goal[] = [...operatorGoals, ...otherGoals];

function asCondition(kind: TypeKind, text: string, random: Author): string {
  if (kind === 'bool') return text;
  if (kind === 'number') return `${text} ${random.pick(['>=', '<', '='])} ${literal('number', random)}`;
  if (kind === 'money') return `${text} ${random.pick(['>', '<='])} ${literal('money', random)}`;
  if (kind === 'text' || kind === 'any') return `${text} ${random.pick(['=', '!='])} ${literal('text', random)}`;
  return `(${text}) is ${random.pick(['present', 'missing'])}`;
}

/** Returns any condition without a group. */
export const conditionOf = (random: Author): string => random.pick(goals)(random);

/** Returns a group of conditions, with at most two levels. */
export function group(goal: Goal, random: Author, depth = 1): string {
  const items = random.several(1, 3, () =>
    depth > 0 && random.chance(0.3)
      ? group(random.pick(goals), random, depth - 1)
      : (random.chance(0.5) ? goal : random.pick(goals))(random),
  );
  const [first = 'true'] = items;
  if (items.length === 1) return random.chance(0.2) ? `not (${first})` : `(${first})`;
  const form = random.below(5);
  if (form === 0) return `all { ${items.join(', ')} }`;
  if (form === 1) return `none { ${items.join(', ')} }`;
  if (form === 2) return `at least ${1 + random.below(items.length)} of { ${items.join(', ')} }`;
  return `(${items.map((item) => `(${item})`).join(form === 3 ? ' and ' : ' or ')})`;
}
