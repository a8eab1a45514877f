import {
  formatPath,
  isUnknown,
  literalValue,
  mergeUnknown,
  readPath,
  readValue,
  Unknown,
  type CheckedRule,
  type Environment,
  type Expression,
  type FieldDeclaration,
  type Outcome,
  type Type,
  type Value,
} from '@tamis/lang';
import type { Money } from '@tamis/stdx';
import { evaluateAggregate } from './evaluate-aggregate.js';
import { isListed } from './is-listed.js';
import type { World } from './world.js';

/** Where an expression stands: what its record fields are read from, and whose rate counts. */
export interface Place {
  /** The record an aggregate is looking at; null outside aggregates. */
  readonly record: Readonly<Record<string, unknown>> | null;
}

const subject: Place = { record: null };

/** Value, or unknown with its causes, of the condition of a rule: the meaning of the language, written to be read. */
export function evaluateRule(rule: CheckedRule, world: World): Outcome {
  return new Walk(rule, world).evaluate(rule.condition, subject);
}

/** As `evaluateRule`, for any expression of the rule. */
export function evaluateExpression(node: Expression, rule: CheckedRule, world: World): Outcome {
  return new Walk(rule, world).evaluate(node, subject);
}

/** A tree walker without memory: what stands twice is computed twice, and nothing is skipped. */
export class Walk {
  constructor(
    readonly rule: CheckedRule,
    readonly world: World,
  ) {}

  evaluate(node: Expression, place: Place): Outcome {
    switch (node.kind) {
      case 'textLiteral':
      case 'numberLiteral':
      case 'percentLiteral':
      case 'moneyLiteral':
      case 'durationLiteral':
      case 'distanceLiteral':
      case 'dateLiteral':
      case 'datetimeLiteral':
      case 'booleanLiteral':
        return literalValue(node) as Value;
      case 'arrayLiteral':
        return node.items.map((item) => this.evaluate(item, place));
      case 'path':
        return this.path(node, place);
      case 'and':
        return this.and(node.items, place);
      case 'or':
        return this.or(node.items, place);
      case 'not': {
        const operand = this.evaluate(node.operand, place);
        return isUnknown(operand) ? operand : operand !== true;
      }
      case 'convert': {
        const amount = this.evaluate(node.operand, place);
        const environment = this.environment(node, place);
        return isUnknown(amount) ? amount : environment.convert(amount as Money, node.currency, environment.rateTime);
      }
      case 'operation':
        return this.apply(node, node.operands, place);
      case 'call':
        return this.apply(node, node.args, place);
      case 'aggregate':
        return evaluateAggregate(node, this);
      case 'listReference':
        throw new Error('a list is looked into, it has no value');
    }
  }

  private and(items: readonly Expression[], place: Place): Outcome {
    const values = items.map((item) => this.evaluate(item, place));
    if (values.includes(false)) return false;
    const unknowns = values.filter(isUnknown);
    return unknowns.length > 0 ? mergeUnknown(unknowns) : true;
  }

  private or(items: readonly Expression[], place: Place): Outcome {
    const values = items.map((item) => this.evaluate(item, place));
    if (values.includes(true)) return true;
    const unknowns = values.filter(isUnknown);
    return unknowns.length > 0 ? mergeUnknown(unknowns) : false;
  }

  private path(node: Extract<Expression, { kind: 'path' }>, place: Place): Outcome {
    const resolution = this.rule.meaning.resolution(node);
    if (resolution?.kind === 'now') return this.world.environment.now;
    if (resolution?.kind === 'let')
      return this.evaluate((this.rule.lets[resolution.index] as { value: Expression }).value, subject);
    if (resolution?.kind !== 'field') throw new Error(`\`${node.steps.join('.')}\` has no value`);
    return this.field(resolution.field, resolution.scope === 'record' ? place.record : this.world.context);
  }

  private field(field: FieldDeclaration, owner: unknown): Outcome {
    const path = formatPath(field.jsonPath);
    const { environment } = this.world;
    if (!field.derived) return readValue(readPath(owner, field.jsonPath), field.type, path, environment.timezone);
    const { owner: steps, value } = field.derived;
    const found = value((below) => readPath(readPath(owner, steps), below), environment);
    return isUnknown(found)
      ? new Unknown(found.causes.map((cause) => ({ ...cause, path: cause.path ?? path })))
      : found;
  }

  /** Money of a record converts at the record's time, money of the subject at the subject's. */
  private environment(node: Expression, { record }: Place): Environment {
    const { environment } = this.world;
    if (record === null || !this.readsRecord(node)) return environment;
    return { ...environment, rateTime: Date.parse(record['transactedAt'] as string) };
  }

  private readsRecord(node: Expression): boolean {
    if (node.kind === 'path') {
      const resolution = this.rule.meaning.resolution(node);
      return resolution?.kind === 'field' && resolution.scope === 'record';
    }
    return partsOf(node).some((part) => this.readsRecord(part));
  }

  private apply(
    node: Extract<Expression, { kind: 'operation' | 'call' }>,
    parts: readonly Expression[],
    place: Place,
  ): Outcome {
    const resolution = this.rule.meaning.resolution(node);
    if (resolution?.kind === 'membership') {
      const listed = isListed(parts[0] as Expression, resolution.list, this, place);
      return isUnknown(listed) ? listed : listed !== resolution.negated;
    }
    if (resolution?.kind !== 'application') throw new Error(`the checker found no meaning for \`${node.kind}\``);
    const { declaration, signature, operandTypes } = resolution;
    const operands = parts.map((part, index) => this.operand(part, operandTypes[index] as Type, place));
    const seen = presenceTests.has(declaration.name)
      ? [this.present(parts[0] as Expression, operands[0] as Outcome, place)]
      : operands;
    const unknowns = seen.filter(isUnknown);
    if (declaration.missing === 'strict' && unknowns.length > 0) return mergeUnknown(unknowns);
    return signature.evaluate(seen, operandTypes, this.environment(node, place));
  }

  /** Read as the type the checker settled on, where its own does not say enough. */
  private operand(node: Expression, type: Type, place: Place): Outcome {
    if (node.kind === 'arrayLiteral' && type.kind === 'list')
      return node.items.map((item) => this.operand(item, type.element, place));
    const value = this.evaluate(node, place);
    if (isUnknown(value) || !mustBeRead(this.rule.meaning.type(node), type)) return value;
    return readValue(value, type, this.jsonPath(node), this.world.environment.timezone);
  }

  private jsonPath(node: Expression): string {
    const resolution = node.kind === 'path' ? this.rule.meaning.resolution(node) : null;
    if (resolution?.kind === 'let')
      return this.jsonPath((this.rule.lets[resolution.index] as { value: Expression }).value);
    return resolution?.kind === 'field' ? formatPath(resolution.field.jsonPath) : '';
  }

  /** Whether a field is there, or empty, is asked of the data: a value of the wrong type is there. */
  private present(node: Expression, value: Outcome, place: Place): Outcome {
    const resolution = node.kind === 'path' ? this.rule.meaning.resolution(node) : null;
    if (resolution?.kind === 'let')
      return this.present((this.rule.lets[resolution.index] as { value: Expression }).value, value, subject);
    if (resolution?.kind !== 'field' || !isUnknown(value) || !value.failed) return value;
    if (resolution.field.derived) return true;
    return readPath(
      resolution.scope === 'record' ? place.record : this.world.context,
      resolution.field.jsonPath,
    ) as Value;
  }
}

const presenceTests: ReadonlySet<string> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);
const textForms: ReadonlySet<string> = new Set(['ip', 'date', 'datetime', 'enum', 'country', 'currency']);

function mustBeRead(from: Type, to: Type): boolean {
  if (from.kind === 'list' && to.kind === 'list') return mustBeRead(from.element, to.element);
  return (from.kind === 'any' && to.kind !== 'any') || (from.kind === 'text' && textForms.has(to.kind));
}

/** Operands, in text order. What an aggregate reads belongs to the aggregate. */
function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'operation':
      return node.operands;
    case 'call':
      return node.args;
    case 'and':
    case 'or':
    case 'arrayLiteral':
      return node.items;
    case 'not':
    case 'convert':
      return [node.operand];
    case 'aggregate':
    case 'path':
    case 'listReference':
    case 'textLiteral':
    case 'numberLiteral':
    case 'percentLiteral':
    case 'moneyLiteral':
    case 'durationLiteral':
    case 'distanceLiteral':
    case 'dateLiteral':
    case 'datetimeLiteral':
    case 'booleanLiteral':
      return [];
  }
}
