import { invalid } from '../../../../platform/http/index.js';
import { ruleLimits } from './rule-limits.js';
import type { RuleHeaders } from './rule-headers.js';

/** Rejects headers of a text that no record can store. The limits of the checker are only findings, and such a rule may be stored. */
export function checkHeaders({ name, description, key }: RuleHeaders): void {
  const problems: Record<string, string> = {};
  const limit = (field: string, text: string, characters: number): void => {
    if (text.length > characters) problems[field] = `${field} must be at most ${characters} characters`;
  };
  limit('key', key, ruleLimits.keyCharacters);
  limit('name', name, ruleLimits.nameCharacters);
  limit('description', description, ruleLimits.descriptionCharacters);
  if (name.trim() === '') problems['name'] = 'name must not be empty';
  if (Object.keys(problems).length > 0) throw invalid(problems);
}
