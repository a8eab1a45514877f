import { readPath, unknown, Unknown, formatPath, type FieldDeclaration, type Outcome } from '@tamis/lang';
import { numericText, type Numeric } from '@tamis/stdx';
import type { MembershipRequest } from '../facts/facts.js';
import type { MembershipPlan } from '../plan/plan-node.js';
import type { Context } from '../rule-set/compiled-rule-set.js';
import type { Frame, Term } from './frame.js';

/** Of a linked entity a list holds its tax id, else the caller's id, else ours. */
function entityText(field: FieldDeclaration | null, id: string, context: Context): string {
  const last = field?.jsonPath.at(-1) ?? '';
  const owner = last.endsWith('EntityId') ? readPath(context, [last.slice(0, -'Id'.length)]) : context;
  for (const key of ['taxId', 'externalId']) {
    const text = readPath(owner, [key]);
    if (typeof text === 'string' && text !== '') return text;
  }
  return id;
}

/** What is looked up, as texts; an unknown where there is nothing to look up. */
export function membershipTexts(plan: MembershipPlan, value: Outcome, context: Context): readonly string[] | Unknown {
  if (value instanceof Unknown) return value;
  const field = plan.operand.kind === 'subjectField' ? plan.operand.field : null;
  if (Array.isArray(value)) {
    const texts: string[] = [];
    for (const item of value as Outcome[]) {
      if (item instanceof Unknown) return item;
      texts.push(...scalarTexts(item));
    }
    return texts;
  }
  if (value === '') return unknown({ cause: 'empty_text', ...(field ? { path: formatPath(field.jsonPath) } : {}) });
  if (plan.operandType.kind === 'entity') return [entityText(field, value as string, context)];
  const texts = scalarTexts(value);
  return texts.length > 0 ? texts : unknown({ cause: 'type', ...(field ? { path: formatPath(field.jsonPath) } : {}) });
}

function scalarTexts(value: Exclude<Outcome, Unknown>): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [numericText(value)];
  return typeof value === 'object' && 'toFixed' in value ? [numericText(value as Numeric)] : [];
}

/** Ids: the plan's index for the first text, and steps of the number of plans for the further ones of a list. */
export function membershipRequests(plan: MembershipPlan, total: number, texts: readonly string[]): MembershipRequest[] {
  return texts.map((value, index) => ({ id: plan.index + index * total, listId: plan.list.id, value }));
}

export function compileMembership(plan: MembershipPlan, total: () => number, term: Term): Term {
  const { list, negated, index } = plan;
  const unavailable = unknown({ cause: 'list_unavailable', listId: list.id });
  return (frame: Frame) => {
    const texts = membershipTexts(plan, term(frame), frame.context);
    if (texts instanceof Unknown) return texts;
    const facts = frame.facts.memberships as Partial<typeof frame.facts.memberships>;
    let found = false;
    for (let step = 0; step < texts.length; step++) {
      const answer = facts[index + step * total()];
      if (typeof answer !== 'boolean') return unavailable;
      found ||= answer;
    }
    return found !== negated;
  };
}
