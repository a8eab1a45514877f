import type { CompiledRuleSet, SetRule } from '../rule-set/compiled-rule-set.js';

/** Where a rule's item lies in the prepared bytes, as it stands where the rule plainly missed. */
export interface PreparedItem {
  readonly start: number;
  /** Not included. */
  readonly end: number;
  /** Where its outcome begins. */
  readonly outcomeAt: number;
  /** Of each condition all but its closing brace; ends are not included. */
  readonly conditions: readonly { readonly id: string; readonly start: number; readonly end: number }[];
  /** What follows its last condition. */
  readonly tailAt: number;
  readonly unknownPolicy: string;
}

/** JSON of an object, without its braces. */
export const members = (object: object): string => JSON.stringify(object).slice(1, -1);

const headOf = ({ content, checked, shadow }: SetRule, matrixIds: ReadonlyMap<string, string>): string =>
  `{${members({
    ruleId: content.ruleId,
    ruleKey: checked.key,
    ruleExternalId: content.externalId,
    ruleVersion: content.version,
    riskMatrixIds: checked.matrices.map((key) => matrixIds.get(key) ?? key),
    name: checked.name,
    description: checked.description,
    score: checked.score,
    priority: checked.priority,
    category: checked.category,
    status: shadow ? 'shadow' : content.status,
  })},"outcome":`;

/** Texts one after the other, and where each begins in bytes. */
class Texts {
  readonly parts: Buffer[] = [];
  at = 0;

  add(text: string): number {
    const bytes = Buffer.from(text);
    const { at } = this;
    this.parts.push(bytes);
    this.at += bytes.length;
    return at;
  }
}

function prepareItem(rule: SetRule, matrixIds: ReadonlyMap<string, string>, into: Texts): PreparedItem {
  const start = into.add(headOf(rule, matrixIds));
  const outcomeAt = into.add('"no_hit","conditions":[');
  const conditions = rule.items.map(({ id, field, operator, value }, index) => {
    if (index > 0) into.add('},');
    const from = into.add(`{${members({ id, field, operator, ...(value === null ? {} : { value }) })}`);
    return { id, start: from, end: into.at };
  });
  if (conditions.length > 0) into.add('}');
  const tailAt = into.add(`],"actions":${JSON.stringify(rule.actions)}}`);
  return { start, end: into.at, outcomeAt, conditions, tailAt, unknownPolicy: rule.checked.unknownPolicy };
}

/** The items of all rules as they stand where no rule hits, commas between them, and where the parts of each lie. */
export function prepareItems({ rules, matrices }: Pick<CompiledRuleSet, 'rules' | 'matrices'>): {
  readonly bytes: Buffer;
  readonly items: readonly PreparedItem[];
} {
  const matrixIds = new Map(matrices.map(({ key, matrixId }) => [key, matrixId]));
  const texts = new Texts();
  const items = rules.map((rule, index) => {
    if (index > 0) texts.add(',');
    return prepareItem(rule, matrixIds, texts);
  });
  return { bytes: Buffer.concat(texts.parts), items };
}
