import { withFieldPath, placeholderText } from '@tamis/engine';
import {
  formatPath,
  isUnknown,
  literalValue,
  mergeUnknown,
  readPath,
  readValue,
  Unknown,
  type CallNode,
  type CheckedRule,
  type Environment,
  type Expression,
  type FieldDeclaration,
  type OperationNode,
  type Outcome,
  type PathNode,
  type Resolution,
  type Type,
  type Value,
  childExpressions,
} from '@tamis/lang';
import { joinedText } from '@tamis/library';
import type { Money } from '@tamis/stdx';
import { evaluateAggregate } from './evaluate-aggregate.js';
import { firstMatch } from './first-match.js';
import type { InterpreterInput } from './interpreter-input.js';

/** Returns the operands in text order. What an aggregate reads belongs to the aggregate, so it has none here. */
const operandsOf = (node: Expression): readonly Expression[] =>
  node.kind === 'aggregate' ? [] : childExpressions(node);

/** Context of an expression: the source of its record fields, and the time that determines its exchange rate. */
export interface RecordContext {
  /** The record that an aggregate is currently processing; `null` outside aggregates. */
  readonly record: Readonly<Record<string, unknown>> | null;
  /** The record's time; `null` outside aggregates and for records without a time. */
  readonly time: number | null;
}

export const subject: RecordContext = { record: null, time: null };

const bool: Type = { kind: 'bool' };

/** Returns the value of a rule's condition, or unknown with its causes. Defines the meaning of the language, written for readability. */
export function evaluateRule(rule: CheckedRule, world: InterpreterInput): Outcome {
  return new TreeInterpreter(rule, world).condition(rule.condition, subject);
}

/** Like `evaluateRule`, for any expression of the rule. */
export function evaluateExpression(node: Expression, rule: CheckedRule, world: InterpreterInput): Outcome {
  return new TreeInterpreter(rule, world).evaluate(node, subject);
}

/** Like `evaluateExpression`, for a part of a condition. */
export function evaluateCondition(node: Expression, rule: CheckedRule, world: InterpreterInput): Outcome {
  return new TreeInterpreter(rule, world).condition(node, subject);
}

/** A tree walker without caching: an expression that occurs twice is computed twice, and nothing is skipped. */
export class TreeInterpreter {
  constructor(
    readonly rule: CheckedRule,
    readonly input: InterpreterInput,
  ) {}

  evaluate(node: Expression, place: RecordContext): Outcome {
    switch (node.kind) {
      case 'textLiteral':
      case 'rawTextLiteral':
        return node.value;
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
      case 'and':
        return this.and(node.items, place);
      case 'or':
        return this.or(node.items, place);
      case 'none':
        return negation(this.or(node.items, place));
      case 'atLeast':
        return this.atLeast(Number(node.count.text), node.items, place);
      case 'not':
        return negation(this.condition(node.operand, place));
      case 'convert': {
        const amount = this.evaluate(node.operand, place);
        const environment = this.environment(node, place);
        return isUnknown(amount) ? amount : environment.convert(amount as Money, node.currency, environment.rateTime);
      }
      case 'path':
      case 'call':
      case 'operation':
      case 'listReference':
      case 'listTypeReference':
        return this.resolved(node, place);
      case 'aggregate':
        return evaluateAggregate(node, this);
    }
  }

  /** Returns true, false or unknown. An untyped field is read as a boolean. */
  condition(node: Expression, place: RecordContext): Outcome {
    return this.operand(node, bool, place);
  }

  private and(items: readonly Expression[], place: RecordContext): Outcome {
    const values = items.map((item) => this.condition(item, place));
    if (values.includes(false)) return false;
    const unknowns = values.filter(isUnknown);
    return unknowns.length > 0 ? mergeUnknown(unknowns) : true;
  }

  private or(items: readonly Expression[], place: RecordContext): Outcome {
    const values = items.map((item) => this.condition(item, place));
    if (values.includes(true)) return true;
    const unknowns = values.filter(isUnknown);
    return unknowns.length > 0 ? mergeUnknown(unknowns) : false;
  }

  private atLeast(count: number, items: readonly Expression[], place: RecordContext): Outcome {
    const values = items.map((item) => this.condition(item, place));
    const hits = values.filter((value) => value === true).length;
    const unknowns = values.filter(isUnknown);
    if (hits >= count) return true;
    return hits + unknowns.length < count ? false : mergeUnknown(unknowns);
  }

  /** Evaluates nodes that have a resolution: names, fields, calls, operators. */
  private resolved(node: Expression, place: RecordContext): Outcome {
    const resolution = this.rule.meaning.resolution(node);
    switch (resolution?.kind) {
      case 'now':
        return this.input.environment.now;
      case 'let':
        return this.evaluate(this.named(resolution.index), subject);
      case 'field':
        return this.field(resolution.field, this.owner(resolution, place));
      case 'list':
        return resolution.list.id;
      case 'listType':
        return resolution.listType;
      case 'expansion':
        return this.evaluate(resolution.body, place);
      case 'application':
        return this.apply(node as OperationNode | CallNode | PathNode, resolution, place);
      case 'template':
        return this.template(resolution.parts, place);
      case 'match':
        return firstMatch(resolution.member, this);
      default:
        throw new Error(`the checker found no meaning for \`${node.kind}\``);
    }
  }

  private named(index: number): Expression {
    return (this.rule.lets[index] as { value: Expression }).value;
  }

  private owner({ scope }: Extract<Resolution, { kind: 'field' }>, place: RecordContext): unknown {
    return scope === 'record' ? place.record : this.input.context;
  }

  private field(field: FieldDeclaration, owner: unknown): Outcome {
    const path = formatPath(field.jsonPath);
    const { environment } = this.input;
    if (!field.derived) return readValue(readPath(owner, field.jsonPath), field.type, path, environment.timezone);
    const { owner: steps, value } = field.derived;
    const found = value((below) => readPath(readPath(owner, steps), below), environment);
    return isUnknown(found)
      ? new Unknown(found.causes.map((cause) => ({ ...cause, path: cause.path ?? path })))
      : found;
  }

  private template(parts: readonly (string | Expression)[], place: RecordContext): Outcome {
    const { context, environment } = this.input;
    const shown = parts.map((part) =>
      typeof part === 'string'
        ? part
        : placeholderText(part, this.evaluate(part, place), this.rule.meaning, context, environment),
    );
    return joinedText(shown);
  }

  /** Returns the environment for a node: money of a record is converted at the record's time, money of the subject at the subject's. */
  environment(node: Expression, place: RecordContext): Environment {
    const { environment } = this.input;
    if (place.time === null || !this.readsRecord(node)) return environment;
    return { ...environment, rateTime: place.time };
  }

  private readsRecord(node: Expression): boolean {
    const resolution = this.rule.meaning.resolution(node);
    if (resolution?.kind === 'field') return resolution.scope === 'record';
    if (resolution?.kind === 'expansion') return this.readsRecord(resolution.body);
    if (resolution?.kind === 'template')
      return resolution.parts.some((part) => typeof part !== 'string' && this.readsRecord(part));
    return operandsOf(node).some((part) => this.readsRecord(part));
  }

  private apply(
    node: OperationNode | CallNode | PathNode,
    { declaration, signature, operandTypes, implied = [] }: Extract<Resolution, { kind: 'application' }>,
    place: RecordContext,
  ): Outcome {
    const parts = operandsOf(node);
    const operands = parts.map((part, index) => this.operand(part, operandTypes[index] as Type, place));
    const seen: readonly Outcome[] = presenceTests.has(declaration.name)
      ? [this.presence(parts[0] as Expression, operands[0] as Outcome, place)]
      : [...operands, ...implied];
    const unknowns = seen.filter(isUnknown);
    if (declaration.missing === 'strict' && unknowns.length > 0) return mergeUnknown(unknowns);
    const found = signature.evaluate(seen, operandTypes, this.environment(node, place));
    const path = this.soleField(parts);
    const result = isUnknown(found) && path !== '' ? withFieldPath(found, path) : found;
    if (node.kind !== 'call' || node.members.length === 0 || isUnknown(result)) return result;
    const { timezone } = this.input.environment;
    return readValue(readPath(result, node.members), this.rule.meaning.type(node), formatPath(node.members), timezone);
  }

  /** Returns the JSON path of the field that an application reads if all its other operands are constant, and an empty text otherwise. */
  private soleField(parts: readonly Expression[]): string {
    const { meaning } = this.rule;
    const open = parts.filter((part) => {
      const kind = meaning.resolution(meaning.expanded(part))?.kind;
      return meaning.constant(part) === undefined && kind !== 'list' && kind !== 'listType';
    });
    return open.length === 1 ? this.jsonPath(open[0] as Expression) : '';
  }

  /** Evaluates an operand, converting the value to the checker's type if its own type is not specific enough. */
  operand(node: Expression, type: Type, place: RecordContext): Outcome {
    const written = this.rule.meaning.expanded(node);
    if (written.kind === 'arrayLiteral' && type.kind === 'list')
      return written.items.map((item) => this.operand(item, type.element, place));
    const value = this.evaluate(written, place);
    if (isUnknown(value) || !needsConversion(this.rule.meaning.type(written), type)) return value;
    return readValue(value, type, this.jsonPath(written), this.input.environment.timezone);
  }

  private jsonPath(node: Expression): string {
    const resolution = this.rule.meaning.resolution(node);
    if (resolution?.kind === 'let') return this.jsonPath(this.named(resolution.index));
    if (resolution?.kind === 'expansion') return this.jsonPath(resolution.body);
    return resolution?.kind === 'field' ? formatPath(resolution.field.jsonPath) : '';
  }

  /** Presence and emptiness are tested on the raw data: a value of the wrong type is present. */
  private presence(node: Expression, value: Outcome, place: RecordContext): Outcome {
    const resolution = this.rule.meaning.resolution(node);
    if (resolution?.kind === 'let') return this.presence(this.named(resolution.index), value, subject);
    if (resolution?.kind === 'expansion') return this.presence(resolution.body, value, place);
    if (resolution?.kind !== 'field' || !isUnknown(value) || !value.failed) return value;
    if (resolution.field.derived) return true;
    return readPath(this.owner(resolution, place), resolution.field.jsonPath) as Value;
  }
}

const negation = (value: Outcome): Outcome => (isUnknown(value) ? value : value !== true);

const presenceTests: ReadonlySet<string> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);
const textForms: ReadonlySet<string> = new Set(['ip', 'date', 'datetime', 'enum', 'country', 'currency']);

function needsConversion(from: Type, to: Type): boolean {
  if (from.kind === 'list' && to.kind === 'list') return needsConversion(from.element, to.element);
  return (from.kind === 'any' && to.kind !== 'any') || (from.kind === 'text' && textForms.has(to.kind));
}
