import type { RuleText } from './rule.js';

/** The parts of a rule's text that show how it uses lists. */
export type ListText = Pick<RuleText, 'form' | 'lists' | 'names'>;

/** Whether a rule reads a list and whether it adds to it; `null` if it does not name it. */
export function listUse({ form, lists, names }: ListText, listId: string): { reads: boolean; writes: boolean } | null {
  const references = Object.keys(lists).filter((reference) => lists[reference]!.id === listId);
  if (references.length === 0) return null;
  const declared = names.filter(({ kind, value }) => kind === 'list' && value === listId);
  const spellings = new Set([...references, ...declared.map(({ name }) => `$${name}`)]);
  const { actions, let: lets, conditions, scope } = form;
  const writes = mentions(
    actions.filter(({ type }) => type === 'addFieldToCustomList'),
    spellings,
  );
  // A list that is named, but not found in the rule itself, is read through a shared name.
  return { writes, reads: mentions([lets, conditions, scope], spellings) || !writes };
}

/** Whether a text in `spellings` occurs anywhere in the JSON value. */
function mentions(value: unknown, spellings: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return spellings.has(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => mentions(member, spellings));
}
