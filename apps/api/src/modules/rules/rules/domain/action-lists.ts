import type { PartialRuleForm } from './partial-rule-form.js';
import type { RuleText } from './rule.js';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Actions in JSON with others in the place of the lists that they add to. What has another shape stays. */
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

/** What says which lists a text means. */
type ListNames = Pick<RuleText, 'form' | 'names' | 'lists'>;

/** The ids of lists by what the JSON form of a text may call them: `$alias`, or what is written in place. */
function listIds({ names, lists }: ListNames): ReadonlyMap<unknown, string> {
  const declared = names.flatMap(({ kind, name, value }) =>
    kind === 'list' && typeof value === 'string' ? [[`$${name}`, value] as const] : [],
  );
  return new Map([...declared, ...Object.entries(lists).map(([reference, { id }]) => [reference, id] as const)]);
}

const spellingOf = (listId: unknown): unknown => (isMembers(listId) ? listId['$list'] : listId);

/** The actions of a rule as answers show them: whatever its text calls a list, the id stands there. A list that is gone keeps its name. */
export function withListIds(text: ListNames): unknown {
  const ids = listIds(text);
  return mapListIds(text.form.actions, (listId) => ids.get(spellingOf(listId)) ?? listId);
}

/** What was sent in place of the actions of a text, with its lists as the text calls them: ids that were read there change nothing. */
export function withListNames(parts: PartialRuleForm, text: ListNames): PartialRuleForm {
  const ids = listIds(text);
  const written = new Map<unknown, unknown>();
  mapListIds(text.form.actions, (listId) => written.set(ids.get(spellingOf(listId)), listId));
  return { ...parts, actions: mapListIds(parts.actions, (listId) => written.get(listId) ?? listId) };
}
