import { formatPath, readPath, Unknown, type Outcome, type Type, unknown } from '@tamis/lang';
import { joinedText, findSimilarName } from '@tamis/library';
import type { Money } from '@tamis/stdx';
import type {
  AggregatePlan,
  ArrayPlan,
  ConvertPlan,
  MemberPlan,
  PlanNode,
  ReadAsPlan,
  TemplatePlan,
  WindowPlan,
  MatchPlan,
} from '../plan/plan-node.js';
import { compileRowsReader, type RowsInView } from './read-rows.js';
import { compileAggregate, type AggregateTerms } from './compile-aggregate.js';
import { compileApplication } from './compile-application.js';
import { compileRecordField, compileSubjectField, converter, fieldConverter } from './compile-field.js';
import { compileAtLeast, compileJunction, compileNegation } from './compile-logic.js';
import type { LeafOperand } from './compile-leaves.js';
import type { Frame, Term } from './frame.js';
import { memoise, outsideRecords } from './memoise.js';
import { compileWindow, type WindowState } from './window-state.js';

/** Computes `match.value` and `match.score` in messages: the result of the first search, in text order, that found something. */
function compileMatch({ member, lengths }: MatchPlan, terms: readonly Term[]): Term {
  const nothing = unknown({ cause: 'missing', path: `match.${member}` });
  return (frame): Outcome => {
    let start = 0;
    for (const length of lengths) {
      const [name, ...others] = terms.slice(start, start + length).map((term) => term(frame));
      start += length;
      if (typeof name !== 'string') continue;
      const found = findSimilarName(name, others, frame.environment);
      if (found !== null && !(found instanceof Unknown)) return found[member];
    }
    return nothing;
  };
}

/** Expensive nodes are memoized even if read once, because a rule set compiled later may read them again. */
function isWorthMemoising(node: PlanNode): boolean {
  if (node.inRecord || node.kind === 'constant' || node.kind === 'now') return false;
  return node.uses > 1 || node.asks || node.kind === 'aggregate';
}

/**
 * Converts planned nodes to closures, each node once. Nodes that read windows are compiled after all of them have been planned, when the
 * windows are complete.
 */
export class GraphCompiler {
  private readonly terms = new Map<PlanNode, Term>();
  private readonly hoisted = new Map<PlanNode, Term>();
  private readonly windows = new Map<WindowPlan, ReturnType<typeof compileWindow>>();
  private readonly leafOperands = new Map<PlanNode, Map<number, LeafOperand>>();
  private leafOperandCount = 0;

  constructor(private readonly timezone: string) {}

  compile(node: PlanNode): Term {
    const known = this.terms.get(node);
    if (known) return known;
    const made = this.compileNode(node);
    const term = isWorthMemoising(node) ? memoise(made) : made;
    this.terms.set(node, term);
    return term;
  }

  /**
   * Like `compile`, for nodes read while an aggregate iterates over records. A node that depends only on the subject is computed once, as
   * if no record were in view.
   */
  compileInRecords(node: PlanNode): Term {
    if (node.inRecord || node.kind === 'constant' || node.kind === 'now') return this.compile(node);
    const known = this.hoisted.get(node);
    if (known) return known;
    const term = memoise(outsideRecords(this.compile(node)));
    this.hoisted.set(node, term);
    return term;
  }

  /** Returns the operand whose value a leaf shows. `typeKey` is the same for equal types of the plan. */
  leafOperand(node: PlanNode, type: Type, typeKey: number): LeafOperand {
    const ofNode = this.leafOperands.get(node) ?? new Map<number, LeafOperand>();
    const known = ofNode.get(typeKey);
    if (known) return known;
    const isPlain = node.kind === 'subjectField' && !node.field.derived;
    const field = isPlain ? { node, convert: fieldConverter(node, this.timezone) } : null;
    const made = { number: this.leafOperandCount++, term: this.compile(node), type, field };
    this.leafOperands.set(node, ofNode.set(typeKey, made));
    return made;
  }

  private compileNode(node: PlanNode): Term {
    switch (node.kind) {
      case 'constant':
        return () => node.value;
      case 'now':
        return (frame) => frame.environment.now;
      case 'subjectField':
        return compileSubjectField(node, this.timezone);
      case 'recordField':
        return compileRecordField(node, this.window(node.window).state, this.timezone);
      case 'readAs':
        return this.readAs(node);
      case 'application':
        return compileApplication(node, this.operands(node), (operand) => this.stateOf(operand));
      case 'convert':
        return this.convert(node);
      case 'and':
      case 'or':
        return compileJunction(node.kind, node.operands, this.operands(node));
      case 'atLeast':
        return compileAtLeast(node.count, node.operands, this.operands(node));
      case 'not':
        return compileNegation(this.soleOperand(node));
      case 'array':
        return this.array(node);
      case 'member':
        return this.member(node);
      case 'template':
        return this.template(node);
      case 'match':
        return compileMatch(node, this.operands(node));
      case 'aggregate':
        return this.aggregate(node);
    }
  }

  /** Returns the term of a node's only operand. */
  private soleOperand(node: PlanNode): Term {
    const [operand] = this.operands(node);
    if (!operand) throw new Error(`\`${node.kind}\` must have an operand`);
    return operand;
  }

  private operands({ inRecord, operands }: PlanNode): Term[] {
    return operands.map((operand) => (inRecord ? this.compileInRecords(operand) : this.compile(operand)));
  }

  window(plan: WindowPlan): ReturnType<typeof compileWindow> {
    const known = this.windows.get(plan);
    if (known) return known;
    const made = compileWindow(plan);
    this.windows.set(plan, made);
    return made;
  }

  private stateOf(node: PlanNode): WindowState | null {
    return node.kind === 'recordField' ? this.window(node.window).state : null;
  }

  private readAs(node: ReadAsPlan): Term {
    const term = this.soleOperand(node);
    const [operand] = node.operands;
    const path =
      operand?.kind === 'subjectField' || operand?.kind === 'recordField' ? formatPath(operand.field.jsonPath) : '';
    const convert = converter(node.type, path, this.timezone);
    return (frame) => {
      const value = term(frame);
      return value instanceof Unknown ? value : convert(value);
    };
  }

  /** Reads a member of the object returned by a call. */
  private member(node: MemberPlan): Term {
    const term = this.soleOperand(node);
    const convert = converter(node.type, formatPath(node.steps), this.timezone);
    return (frame) => {
      const value = term(frame);
      return value instanceof Unknown ? value : convert(readPath(value, node.steps));
    };
  }

  private template(node: TemplatePlan): Term {
    const { parts, show } = node;
    const terms = this.operands(node);
    return (frame) => {
      const shown = terms.map((term, index) => show[index]?.(term(frame), frame.context) ?? '');
      return joinedText(parts.map((part) => (typeof part === 'string' ? part : (shown[part] ?? ''))));
    };
  }

  private convert(node: ConvertPlan): Term {
    const { currency } = node;
    const term = this.soleOperand(node);
    return (frame) => {
      const value = term(frame);
      if (value instanceof Unknown) return value;
      const amount = value as Money;
      const { environment } = frame;
      return amount.currency === currency ? amount : environment.convert(amount, currency, environment.rateTime);
    };
  }

  /** Unknown elements stay in place, because `in` looks for a match among the others first. */
  private array(node: ArrayPlan): Term {
    const terms = this.operands(node);
    return (frame) => terms.map((term): Outcome => term(frame));
  }

  /** Returns a reader for the individual records of an aggregate, for explanations. */
  rows(plan: AggregatePlan): (frame: Frame) => RowsInView | null {
    return compileRowsReader(plan, this.window(plan.window), this.aggregateTerms(plan));
  }

  private aggregate(plan: AggregatePlan): Term {
    return compileAggregate(plan, this.window(plan.window), this.aggregateTerms(plan));
  }

  private aggregateTerms({ span, where, value }: AggregatePlan): AggregateTerms {
    return {
      start: span.kind === 'since' ? this.compileInRecords(span.start) : null,
      where: where && this.compileInRecords(where),
      value: value && this.compileInRecords(value),
    };
  }
}
