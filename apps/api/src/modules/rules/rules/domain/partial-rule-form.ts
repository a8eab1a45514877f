import { ruleJsonKeys } from '@tamis/lang';

/** `riskMatrixId` is another way to write `riskMatrixIds`, which hold keys of matrices here, as the text does. */
type Key = Exclude<(typeof ruleJsonKeys)[number], 'riskMatrixId'>;

const keys = ruleJsonKeys.filter((key): key is Key => key !== 'riskMatrixId');

/** The members of a body that the text of a rule says. Null means: take the header out of the text. */
export type PartialRuleForm = Partial<Record<Key, unknown>>;

/** Picks them from a body; what the body leaves out is left out. `matrices`: keys of the matrices the body names by their ids. */
export const pickRuleForm = (
  body: Partial<Record<Key, unknown>>,
  matrices: readonly string[] | null | undefined,
): PartialRuleForm => {
  const said = { ...body, riskMatrixIds: matrices };
  return Object.fromEntries(keys.filter((key) => said[key] !== undefined).map((key) => [key, said[key]]));
};

const bodyKeys: readonly Key[] = ['let', 'conditions', 'actions'];

/** Without the parts that are not headers. */
export const headersOf = (parts: PartialRuleForm): PartialRuleForm =>
  Object.fromEntries(Object.entries(parts).filter(([key]) => !bodyKeys.includes(key as Key)));

export const hasBody = (parts: PartialRuleForm): boolean => bodyKeys.some((key) => parts[key] != null);
