import { formatPath, Unknown, type Outcome } from '@tamis/lang';
import type { Money } from '@tamis/stdx';
import type { AggregatePlan, ConvertPlan, PlanNode, ReadAsPlan, WindowPlan } from '../plan/plan-node.js';
import { compileAggregate } from './compile-aggregate.js';
import { compileApplication } from './compile-application.js';
import { compileRecordField, compileSubjectField, converter } from './compile-field.js';
import { compileJunction, compileNegation } from './compile-logic.js';
import { compileMembership } from './compile-membership.js';
import type { Term } from './frame.js';
import { memoise, outsideRecords } from './memoise.js';
import { compileWindow, type WindowState } from './window-state.js';

function isWorthKeeping(node: PlanNode): boolean {
  if (node.inRecord || node.kind === 'constant' || node.kind === 'now') return false;
  return node.uses > 1 || node.hoisted || node.kind === 'aggregate';
}

/** Turns planned nodes into closures; each node once. Made after the whole set is planned, when the windows are complete. */
export class GraphCompiler {
  private readonly terms = new Map<PlanNode, Term>();
  private readonly windows = new Map<WindowPlan, ReturnType<typeof compileWindow>>();

  constructor(
    private readonly timezone: string,
    private readonly memberships: number,
  ) {}

  compile(node: PlanNode): Term {
    const known = this.terms.get(node);
    if (known) return known;
    const made = this.make(node);
    const term = isWorthKeeping(node) ? memoise(node.hoisted ? outsideRecords(made) : made) : made;
    this.terms.set(node, term);
    return term;
  }

  private make(node: PlanNode): Term {
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
        return compileApplication(node, this.compileAll(node.operands), (operand) => this.stateOf(operand));
      case 'convert':
        return this.convert(node);
      case 'and':
      case 'or':
        return compileJunction(node.kind, node.items, this.compileAll(node.items));
      case 'not':
        return compileNegation(this.compile(node.operand));
      case 'array':
        return this.array(node.items);
      case 'membership':
        return compileMembership(node, () => this.memberships, this.compile(node.operand));
      case 'aggregate':
        return this.aggregate(node);
    }
  }

  private compileAll(nodes: readonly PlanNode[]): Term[] {
    return nodes.map((node) => this.compile(node));
  }

  private window(plan: WindowPlan): ReturnType<typeof compileWindow> {
    const known = this.windows.get(plan);
    if (known) return known;
    const made = compileWindow(plan);
    this.windows.set(plan, made);
    return made;
  }

  private stateOf(node: PlanNode): WindowState | null {
    return node.kind === 'recordField' ? this.window(node.window).state : null;
  }

  private readAs({ operand, type }: ReadAsPlan): Term {
    const term = this.compile(operand);
    const path =
      operand.kind === 'subjectField' || operand.kind === 'recordField' ? formatPath(operand.field.jsonPath) : '';
    const convert = converter(type, path, this.timezone);
    return (frame) => {
      const value = term(frame);
      return value instanceof Unknown ? value : convert(value);
    };
  }

  private convert({ operand, currency }: ConvertPlan): Term {
    const term = this.compile(operand);
    return (frame) => {
      const value = term(frame);
      if (value instanceof Unknown) return value;
      const amount = value as Money;
      const { environment } = frame;
      return amount.currency === currency ? amount : environment.convert(amount, currency, environment.rateTime);
    };
  }

  /** Elements that are unknown stay in place: `in` finds the others first. */
  private array(items: readonly PlanNode[]): Term {
    const terms = this.compileAll(items);
    return (frame) => terms.map((term): Outcome => term(frame));
  }

  private aggregate(plan: AggregatePlan): Term {
    const { state, prepare } = this.window(plan.window);
    const where = plan.where && this.compile(plan.where);
    const value = plan.value && this.compile(plan.value);
    return compileAggregate(plan, state, prepare, where, value);
  }
}
