import { ruleJsonKeys } from '@tamis/lang';

/** `riskMatrixId` is another way to write `riskMatrixIds`, which hold keys of matrices here, as the text does. */
type Key = Exclude<(typeof ruleJsonKeys)[number], 'riskMatrixId'>;

const keys = ruleJsonKeys.filter((key): key is Key => key !== 'riskMatrixId');

/** The members of a body that the text of a rule says. Null means: take the header out of the text. */
export type RuleParts = Partial<Record<Key, unknown>>;

/** Picks them from a body; what the body leaves out is left out. `matrices`: keys of the matrices the body names by their ids. */
export const rulePartsOf = (
  body: Partial<Record<Key, unknown>>,
  matrices: readonly string[] | null | undefined,
): RuleParts => {
  const said = { ...body, riskMatrixIds: matrices };
  return Object.fromEntries(keys.filter((key) => said[key] !== undefined).map((key) => [key, said[key]]));
};

const bodyParts: readonly Key[] = ['let', 'conditions', 'actions'];

/** Without the parts that are not headers. */
export const headersOf = (parts: RuleParts): RuleParts =>
  Object.fromEntries(Object.entries(parts).filter(([key]) => !bodyParts.includes(key as Key)));

export const hasBody = (parts: RuleParts): boolean => bodyParts.some((key) => parts[key] != null);
