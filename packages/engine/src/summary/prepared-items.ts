import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import { preparedBytes, type ByteRange } from './json-byte-writer.js';
import type { SetRule } from '../rules/set-rule.js';

/**
 * The items of all rules as they stand where no rule hits, a comma before each, and where the parts of each lie. Ends are not
 * included.
 */
export interface PreparedItems {
  readonly bytes: Buffer;
  /** By rule. */
  readonly starts: Int32Array;
  /** By rule: where what it shares with most others begins. */
  readonly commons: Int32Array;
  readonly ends: Int32Array;
  /** By rule: where its outcome begins. */
  readonly outcomes: Int32Array;
  /** By rule: what follows its last condition. */
  readonly tails: Int32Array;
  /** By rule and one more: number of its first condition among those of all rules. */
  readonly conditions: Int32Array;
  /** By condition: all but its closing brace; a comma stands before every one but the first of its rule. */
  readonly conditionStarts: Int32Array;
  /** By condition: where what follows its id begins. */
  readonly conditionBodies: Int32Array;
  readonly conditionEnds: Int32Array;
  /** What stands in items of rules that hit. */
  readonly fixed: Readonly<Record<keyof typeof fixedFragments, ByteRange>>;
}

const fixedFragments = {
  hit: '"hit",',
  conditions: '"conditions":[',
  actual: ',"actual":',
  isTrue: ',"outcome":"true"}',
  isFalse: ',"outcome":"false"}',
  true: 'true',
  false: 'false',
  money: '{"$money":"',
  space: ' ',
  moneyEnd: '"}',
} as const;

const missed = '"no_hit",';

/** JSON of an object, without its braces. */
export const members = (object: object): string => JSON.stringify(object).slice(1, -1);

/** A rule up to its outcome: what is its own, and what most rules share. */
const headOf = (
  { content, checked, shadow }: SetRule,
  matrixIds: ReadonlyMap<string, string>,
  isShadowed: boolean,
): readonly [own: string, common: string] => [
  `{${members({
    ruleId: content.ruleId,
    ruleKey: checked.key,
    ruleExternalId: content.externalId,
    ruleVersion: content.version,
    riskMatrixIds: checked.matrices.map((key) => matrixIds.get(key) ?? key),
    name: checked.name,
    description: checked.description,
  })}`,
  `,${members({
    score: checked.score,
    priority: checked.priority,
    category: checked.category,
    status: shadow || isShadowed ? 'shadow' : content.status,
  })},"outcome":`,
];

/** Texts one after the other, and where each begins in bytes. */
class TextOffsets {
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

/** @param isShadowed rules that are recorded only because all their executed matrices are shadow. */
export function prepareItems(
  { rules, matrices }: Pick<CompiledRuleSet, 'rules' | 'matrices'>,
  isShadowed: (rule: SetRule) => boolean = () => false,
): PreparedItems {
  const matrixIds = new Map(matrices.map(({ key, matrixId }) => [key, matrixId]));
  const texts = new TextOffsets();
  const places = Object.entries(fixedFragments).map(([name, text]) => [name, { from: texts.add(text), to: texts.at }]);
  const [starts, commons, ends]: [number[], number[], number[]] = [[], [], []];
  const [outcomes, tails]: [number[], number[]] = [[], []];
  const [conditions, conditionStarts]: [number[], number[]] = [[0], []];
  const [conditionBodies, conditionEnds]: [number[], number[]] = [[], []];
  for (const rule of rules) {
    texts.add(',');
    const [own, common] = headOf(rule, matrixIds, isShadowed(rule));
    starts.push(texts.add(own));
    commons.push(texts.add(common));
    outcomes.push(texts.add(`${missed}${fixedFragments.conditions}`));
    rule.items.forEach(({ id, field, operator, value }, index) => {
      if (index > 0) texts.add('},');
      conditionStarts.push(texts.add(`{${members({ id })}`));
      conditionBodies.push(texts.add(`,${members({ field, operator, ...(value === null ? {} : { value }) })}`));
      conditionEnds.push(texts.at);
    });
    conditions.push(conditionStarts.length);
    if (rule.items.length > 0) texts.add('}');
    tails.push(texts.add(`],"actions":${JSON.stringify(rule.actions)}}`));
    ends.push(texts.at);
  }
  return {
    bytes: preparedBytes(texts.parts),
    starts: Int32Array.from(starts),
    commons: Int32Array.from(commons),
    ends: Int32Array.from(ends),
    outcomes: Int32Array.from(outcomes),
    tails: Int32Array.from(tails),
    conditions: Int32Array.from(conditions),
    conditionStarts: Int32Array.from(conditionStarts),
    conditionBodies: Int32Array.from(conditionBodies),
    conditionEnds: Int32Array.from(conditionEnds),
    fixed: Object.fromEntries(places) as PreparedItems['fixed'],
  };
}
