import type { PartialRuleForm } from './partial-rule-form.js';
import type { RuleText } from './rule.js';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns JSON actions with replaced ids of the lists that they add to. Values of another shape stay unchanged. */
function mapListIds(actions: unknown, replaced: (listId: unknown) => unknown): unknown {
  if (!Array.isArray(actions)) return actions;
  return actions.map((action: unknown) => {
    const addition = isMembers(action) ? action['addFieldToCustomList'] : undefined;
    if (!isMembers(addition) || !Array.isArray(addition['mappings'])) return action;
    const mappings = addition['mappings'].map((mapping: unknown) =>
      isMembers(mapping) && 'listId' in mapping ? { ...mapping, listId: replaced(mapping['listId']) } : mapping,
    );
    return { ...(action as Members), addFieldToCustomList: { ...addition, mappings } };
  });
}

/** The data that determines which lists a text refers to. */
type ListNames = Pick<RuleText, 'form' | 'names' | 'lists'>;

/** Returns the ids of lists by the names used in the JSON form of a text: `$alias`, or the inline reference. */
function listIds({ names, lists }: ListNames): ReadonlyMap<unknown, string> {
  const declared = names.flatMap(({ kind, name, value }) =>
    kind === 'list' && typeof value === 'string' ? [[`$${name}`, value] as const] : [],
  );
  return new Map([...declared, ...Object.entries(lists).map(([reference, { id }]) => [reference, id] as const)]);
}

const spellingOf = (listId: unknown): unknown => (isMembers(listId) ? listId['$list'] : listId);

/**
 * Returns the actions of a rule as responses show them, with list ids instead of the names used in the text. A list that no longer exists
 * keeps its name.
 */
export function withListIds(text: ListNames): unknown {
  const ids = listIds(text);
  return mapListIds(text.form.actions, (listId) => ids.get(spellingOf(listId)) ?? listId);
}

/**
 * Returns actions that were sent as a replacement, with lists named as in the text, so that sending back ids that were read changes
 * nothing.
 */
export function withListNames(parts: PartialRuleForm, text: ListNames): PartialRuleForm {
  const ids = listIds(text);
  const written = new Map<unknown, unknown>();
  mapListIds(text.form.actions, (listId) => written.set(ids.get(spellingOf(listId)), listId));
  return { ...parts, actions: mapListIds(parts.actions, (listId) => written.get(listId) ?? listId) };
}
