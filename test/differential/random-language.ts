import type {
  AggregateDeclaration,
  ConstantOperand,
  Declaration,
  FieldDeclaration,
  Signature,
  Type,
  TypeKind,
  TypePattern,
  Value,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { operatorForms } from './operator-forms.js';
import type { Random } from './random.js';

/** Rule text grown by type from the signatures of the catalogue: whatever is declared there is written sooner or later. */

const { operators, functions, aggregates, schema } = libraryCatalogue;

const sampleTypes: Readonly<Partial<Record<TypeKind, Type>>> = {
  bool: { kind: 'bool' },
  number: { kind: 'number' },
  money: { kind: 'money' },
  text: { kind: 'text', collation: 'cs' },
  enum: { kind: 'enum', name: 'transaction type', values: ['TRANSFER'] },
  country: { kind: 'country' },
  currency: { kind: 'currency' },
  date: { kind: 'date' },
  datetime: { kind: 'datetime' },
  duration: { kind: 'duration' },
  distance: { kind: 'distance' },
  ip: { kind: 'ip' },
  geo: { kind: 'geo' },
  entity: { kind: 'entity' },
  object: { kind: 'object' },
  any: { kind: 'any' },
  listref: { kind: 'listref' },
};
const kinds = Object.keys(sampleTypes) as TypeKind[];
const scalars: readonly TypeKind[] = [
  'number',
  'money',
  'text',
  'country',
  'date',
  'datetime',
  'duration',
  'bool',
  'any',
];

const literals: Readonly<Partial<Record<TypeKind, readonly string[]>>> = {
  bool: ['true', 'false'],
  number: ['0', '0.1', '0.3', '2', '5', '100', '12%', '12345678901234567.89'],
  money: ['0 USD', '0.30 USD', '100 USD', '5 EUR', '10_000 BRL'],
  text: ['"web"', '"São Paulo"', '"SAO"', '"a@example.com"', '"4111111111111111"', '"Acme Ltda"', '"39053344705"'],
  enum: ['"TRANSFER"', '"CREATED"', '"person"', '"active"'],
  country: ['"BR"', '"US"', '"AR"'],
  currency: ['"USD"', '"BRL"'],
  date: ['2026-01-10', '2025-02-28'],
  datetime: ['2026-01-15T12:00:00Z', '2026-01-14T23:59:59-03:00', 'now'],
  duration: ['1h', '24h', '7d', '90s', '1mo', '1y'],
  distance: ['5 km', '300 mi'],
  ip: ['"10.0.0.1"'],
  listref: ['watched', 'gone', 'list "watched"'],
};

/** What may stand where a signature wants a constant. */
const constantTexts: readonly (readonly [text: string, value: unknown])[] = [
  ...['USD', 'month', 'day', 'week', 'vpn', 'card', 'device', 'token_set', 'phonetic', 'America/Sao_Paulo', 'vip'].map(
    (text) => [JSON.stringify(text), text] as const,
  ),
  ...['deviceDetails.deviceId', 'channel', '^[a-z]+', '[0-9]{3}', 'a|b'].map(
    (text) => [JSON.stringify(text), text] as const,
  ),
  ...[0, 1, 2, 3, 12].map((value) => [String(value), value] as const),
  ['[0, 5, 100]', [0, 5, 100]],
];

const byKind = (fields: readonly FieldDeclaration[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { type, path } of fields) found.set(type.kind, [...(found.get(type.kind) ?? []), path]);
  return found;
};

const subjectFields = byKind(schema.fields('transaction'));
const openFields = [
  'transaction.metadata.x',
  'transaction.metadata.y',
  'origin.attributes.limit',
  'origin.attributes.tags',
];

/** Where aggregates read, how records are linked, and which windows they may have. */
const sources: readonly {
  readonly text: string;
  readonly fields: string;
  readonly links: readonly string[];
  readonly timed: boolean;
}[] = [
  {
    text: 'transactions',
    fields: 'transactions',
    links: [
      'from origin',
      'to destination',
      'to origin',
      'involving origin',
      'between origin and destination',
      'per deviceDetails.deviceId',
      'from origin per channel',
      'from origin to destination',
      '',
    ],
    timed: true,
  },
  {
    text: 'userEvents',
    fields: 'userEvents',
    links: ['from origin', 'involving destination', 'per type'],
    timed: true,
  },
  { text: 'alerts', fields: 'alerts', links: ['involving origin'], timed: true },
  { text: 'cases', fields: 'cases', links: ['involving origin'], timed: true },
  {
    text: 'relationships',
    fields: 'relationships',
    links: ['from origin', 'to origin', 'involving destination'],
    timed: false,
  },
  { text: 'accounts', fields: 'accounts', links: ['from origin'], timed: false },
  { text: 'origin.riskFactors', fields: 'elements of riskFactors', links: [''], timed: false },
  { text: 'origin.accounts', fields: 'elements of accounts', links: [''], timed: false },
];
const recordFields = new Map(sources.map(({ fields }) => [fields, byKind(schema.recordFields(fields))]));

const windows = [
  'in last 1h',
  'in last 24h',
  'in last 7d',
  'in last 1mo',
  'in current day',
  'in current week',
  'in current month',
  'in previous day',
  'in previous month',
  'in current year',
  'in all time',
  'since 2026-01-10',
  'since origin.registrationDate',
  'since transaction.transactedAt',
];

interface Producer {
  readonly name: string;
  readonly write: (random: Random, depth: number) => string;
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

/** Only values of the operand's own kind are ever shown to a declaration. */
function isAccepted(constant: ConstantOperand, value: unknown): boolean {
  try {
    return constant.accepts(value as Value);
  } catch {
    return false;
  }
}

function operandText(signature: Signature, index: number, t: TypeKind, random: Random, depth: number): string {
  const constant = signature.constants?.find(({ operand }) => operand === index);
  if (constant) {
    const fitting = constantTexts.filter(([, value]) => isAccepted(constant, value));
    if (fitting.length > 0) return random.pick(fitting)[0];
  }
  const pattern = signature.operands[Math.min(index, signature.operands.length - 1)] as TypePattern;
  const kind = random.pick(kindsOf(pattern, t));
  if (kind !== 'list') return expression(kind, random, depth);
  const element = pattern === 'list' ? random.pick(['text', 'number'] as const) : t;
  const own = subjectFields.get('list') ?? [];
  if (pattern === 'list' && random.chance(0.4))
    return random.pick([...own, `values(channel of transactions from origin in last 7d)`]);
  return `[${random.several(1, 3, () => (random.chance(0.7) ? literal(element, random) : expression(element, random, 0))).join(', ')}]`;
}

function writeApplication(
  { kind, name }: Declaration,
  signature: Signature,
  t: TypeKind,
  random: Random,
  depth: number,
): string {
  const most = signature.atMost ?? 0;
  const count = signature.operands.length + (most > 0 ? random.below(Math.min(2, most)) : 0);
  const operands = Array.from({ length: count }, (_, index) => operandText(signature, index, t, random, depth - 1));
  if (kind === 'operator')
    return (operatorForms[name] ?? '$0').replace(/\$(\d)/g, (_, index: string) => operands[Number(index)] ?? 'now');
  if (name === 'text') return 'text("to {origin.name} {transaction.amount}")';
  const member = name === 'lookup' ? '.riskScore' : name === 'screening' ? '.hits' : '';
  return `${name}(${operands.join(', ')})${member}`;
}

const memberKinds: Readonly<Record<string, TypeKind>> = { lookup: 'number', screening: 'number' };

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
        write: (random, depth) => writeApplication(declaration, signature, t, random, depth),
      });
    }
  }

function recordCondition(fields: ReadonlyMap<string, readonly string[]>, random: Random): string {
  const kind = random.pick([...fields.keys()].filter((each) => each !== 'list' && each !== 'object' && each !== 'geo'));
  const field = random.pick(fields.get(kind) ?? []);
  const forms = [`${field} is present`, `${field} is missing`];
  if (kind === 'bool') forms.push(field, `not (${field})`);
  else if (kind === 'text')
    forms.push(
      `${field} = ${literal('text', random)}`,
      `${field} in watched`,
      `${field} contains "a"`,
      `text("{${field}}") != "x"`,
    );
  else if (kind === 'number' || kind === 'money')
    forms.push(`${field} >= ${literal(kind, random)}`, `${field} in [${literal(kind, random)}]`);
  else if (kind === 'datetime') forms.push(`${field} is within last 7d`, `hour(${field}, "America/Sao_Paulo") >= 9`);
  else if (kind === 'country')
    forms.push(`${field} = origin.countryCode`.replace('origin', 'current.origin'), `${field} in ["BR", "US"]`);
  else if (kind === 'entity') forms.push(`${field} in watched`);
  return random.pick(forms);
}

function aggregateText({ name, value, needsFilter }: AggregateDeclaration, kind: TypeKind, random: Random): string {
  const source = random.pick(sources);
  const fields = recordFields.get(source.fields) as ReadonlyMap<string, readonly string[]>;
  const distinct = name === 'count' && random.chance(0.3);
  const takesValue = value === 'required' || distinct;
  const wanted = distinct || name === 'count' ? random.pick(['text', 'number', 'money', 'any']) : kind;
  const named = fields.get(wanted) ?? fields.get('number') ?? ['amount'];
  const field = random.pick(named);
  const converted = wanted === 'money' && random.chance(0.5) ? `${field} as ${random.pick(['USD', 'EUR'])}` : field;
  const last = random.chance(0.2);
  const which = last ? `last ${random.pick([1, 2, 5, 200])} ` : source.timed && random.chance(0.3) ? 'prior ' : '';
  const window = !source.timed || (last && random.chance(0.5)) ? '' : random.pick(windows);
  const where =
    needsFilter || random.chance(0.6)
      ? `where ${random.several(1, 2, () => recordCondition(fields, random)).join(' and ')}`
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
      add(result.kind, { name: declaration.name, write: (random) => aggregateText(declaration, kind, random) });
  }

export function literal(kind: TypeKind, random: Random): string {
  return random.pick(literals[kind] ?? (literals.text as readonly string[]));
}

/** Names of everything that yields a value of some kind. */
export const producedNames: ReadonlySet<string> = new Set([...producers.values()].flat().map(({ name }) => name));

/** An expression whose value is of a kind; the checker has the last word on whether it is one. */
export function expression(kind: TypeKind, random: Random, depth: number): string {
  const fields = kind === 'any' ? openFields : (subjectFields.get(kind) ?? []);
  const known = depth > 0 ? (producers.get(kind) ?? []) : [];
  const choice = random.next();
  if (known.length > 0 && (choice < 0.5 || (fields.length === 0 && !literals[kind])))
    return random.pick(known).write(random, depth);
  if (fields.length > 0 && (choice < 0.85 || !literals[kind])) return random.pick(fields);
  return literal(kind, random);
}

/** A condition made of one declared operator, function or aggregate, whichever turn it is. */
export function conditionWith(turn: number, random: Random): string {
  const all = [...producers].flatMap(([kind, each]) => each.map((producer) => ({ kind, producer })));
  const names = [...producedNames];
  const name = names[turn % names.length] as string;
  const { kind, producer } = random.pick(all.filter((each) => each.producer.name === name));
  const text = producer.write(random, 2);
  return asCondition(kind, text, random);
}

function asCondition(kind: TypeKind, text: string, random: Random): string {
  if (kind === 'bool') return text;
  if (kind === 'number') return `${text} ${random.pick(['>=', '<', '='])} ${literal('number', random)}`;
  if (kind === 'money') return `${text} ${random.pick(['>', '<='])} ${literal('money', random)}`;
  if (kind === 'text' || kind === 'any') return `${text} ${random.pick(['=', '!='])} ${literal('text', random)}`;
  return `(${text}) is ${random.pick(['present', 'missing'])}`;
}

/** A group of conditions, at most two levels. */
export function group(turn: number, random: Random, depth = 1): string {
  const items = random.several(1, 3, () =>
    depth > 0 && random.chance(0.3)
      ? group(random.below(10_000), random, depth - 1)
      : conditionWith(random.chance(0.5) ? turn : random.below(10_000), random),
  );
  const [first = 'true'] = items;
  if (items.length === 1) return random.chance(0.2) ? `not (${first})` : `(${first})`;
  const form = random.below(5);
  if (form === 0) return `all { ${items.join(', ')} }`;
  if (form === 1) return `none { ${items.join(', ')} }`;
  if (form === 2) return `at least ${1 + random.below(items.length)} of { ${items.join(', ')} }`;
  return `(${items.map((item) => `(${item})`).join(form === 3 ? ' and ' : ' or ')})`;
}

export const allKinds = kinds;
