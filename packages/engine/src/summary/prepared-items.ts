import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import { preparedBytes, type ByteRange } from './json-byte-writer.js';
import type { SetRule } from '../rules/set-rule.js';

/**
 * The items of all rules as they are written if no rule hits, each preceded by a comma, and the ranges of their parts. Ends are exclusive.
 */
export interface PreparedItems {
  readonly bytes: Buffer;
  /** By rule. */
  readonly starts: Int32Array;
  /** By rule: where the part begins that it shares with most others. */
  readonly commons: Int32Array;
  readonly ends: Int32Array;
  /** By rule: where its outcome begins. */
  readonly outcomes: Int32Array;
  /** By rule: what follows its last condition. */
  readonly tails: Int32Array;
  /** By rule, with one additional entry: number of its first condition among those of all rules. */
  readonly conditions: Int32Array;
  /** By condition: everything except its closing brace; every condition except the first of its rule is preceded by a comma. */
  readonly conditionStarts: Int32Array;
  /** By condition: where the text after its id begins. */
  readonly conditionBodies: Int32Array;
  readonly conditionEnds: Int32Array;
  /** Fragments in items of rules that hit. */
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

/** Returns the JSON of an object, without its braces. */
export const members = (object: object): string => JSON.stringify(object).slice(1, -1);

/** Returns a rule up to its outcome: its own part, and the part that most rules share. */
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

/** Texts one after another, with the byte offset at which each begins. */
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
