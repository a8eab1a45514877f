import { readRules } from '@tamis/lang';

/** What is said of a rule that was put in force and that no guard watches. Pausing one that may block opens a door: it only tells. */
export function guardProposal({ key, source }: { readonly key: string; readonly source: string }): string {
  const [rule] = readRules(source).file.rules;
  const mayBlock = rule?.actions.some(
    (action) => action.kind === 'suggestAction' && action.suggestion.text === 'BLOCK',
  );
  const opensDoor = mayBlock === true || rule?.unknown?.text === 'hit';
  const guard = `hit rate within 5x of dry run${opensDoor ? ' on trip notify' : ''}`;
  return `no guard watches it: tamis activate ${key} --guard "${guard}" --reason "…"\n`;
}
