import { ruleJsonKeys } from '@tamis/lang';

/** Members a text can say and that this server keeps beside it. */
const besideTheText = [
  'riskMatrixIds',
  'riskMatrixId',
  'tags',
  'scope',
  'evaluationMode',
  'stopOnMatch',
  'owner',
  'reference',
  'meta',
] as const;

type BesideTheText = (typeof besideTheText)[number];
type Key = Exclude<(typeof ruleJsonKeys)[number], BesideTheText>;

const isInText = (key: (typeof ruleJsonKeys)[number]): key is Key => !besideTheText.includes(key as BesideTheText);
const keys = ruleJsonKeys.filter(isInText);

/** The members of a body that the text of a rule says. Null means: take the header out of the text. */
export type RuleParts = Partial<Record<Key, unknown>>;

/** Picks them from a body; what the body leaves out is left out. */
export const rulePartsOf = (body: Partial<Record<Key, unknown>>): RuleParts =>
  Object.fromEntries(keys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]));

const bodyParts: readonly Key[] = ['let', 'conditions', 'actions'];

/** Without the parts that are not headers. */
export const headersOf = (parts: RuleParts): RuleParts =>
  Object.fromEntries(Object.entries(parts).filter(([key]) => !bodyParts.includes(key as Key)));

export const hasBody = (parts: RuleParts): boolean => bodyParts.some((key) => parts[key] != null);
