import { ruleJsonKeys } from '@tamis/lang';

type Key = (typeof ruleJsonKeys)[number];

/** The members of a body that the text of a rule says. Null means: take the header out of the text. */
export type RuleParts = Partial<Record<Key, unknown>>;

/** Picks them from a body; what the body leaves out is left out. */
export const rulePartsOf = (body: Partial<Record<Key, unknown>>): RuleParts =>
  Object.fromEntries(ruleJsonKeys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]));

const bodyParts: readonly Key[] = ['let', 'conditions', 'actions'];

/** Without the parts that are not headers. */
export const headersOf = (parts: RuleParts): RuleParts =>
  Object.fromEntries(Object.entries(parts).filter(([key]) => !bodyParts.includes(key as Key)));

export const hasBody = (parts: RuleParts): boolean => bodyParts.some((key) => parts[key] != null);
