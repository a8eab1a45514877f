import { ruleJsonKeys } from '@tamis/lang';

/** `riskMatrixId` is another spelling of `riskMatrixIds`, which contains matrix keys here, like the text. */
type Key = Exclude<(typeof ruleJsonKeys)[number], 'riskMatrixId'>;

const keys = ruleJsonKeys.filter((key): key is Key => key !== 'riskMatrixId');

/** Body members that are part of the rule's text. Null removes the header from the text. */
export type PartialRuleForm = Partial<Record<Key, unknown>>;

/** Picks them from a body, leaving out what the body omits. `matrices` are the keys of the matrices that the body names by id. */
export const pickRuleForm = (
  body: Partial<Record<Key, unknown>>,
  matrices: readonly string[] | null | undefined,
): PartialRuleForm => {
  const said = { ...body, riskMatrixIds: matrices };
  return Object.fromEntries(keys.filter((key) => said[key] !== undefined).map((key) => [key, said[key]]));
};

const bodyKeys: readonly Key[] = ['let', 'conditions', 'actions'];

/** Returns the parts that are headers. */
export const headersOf = (parts: PartialRuleForm): PartialRuleForm =>
  Object.fromEntries(Object.entries(parts).filter(([key]) => !bodyKeys.includes(key as Key)));

export const hasBody = (parts: PartialRuleForm): boolean => bodyKeys.some((key) => parts[key] != null);
