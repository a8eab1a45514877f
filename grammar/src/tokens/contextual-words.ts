import { createToken, type TokenType } from 'chevrotain';
import { CallName, Name } from './categories.js';
import { Identifier } from './identifier.js';

const words: TokenType[] = [];

/** A word with a meaning in one place only; everywhere else it is a name like any other. */
function contextual(name: string): TokenType {
  const token = createToken({
    name,
    pattern: new RegExp(name.toLowerCase()),
    longer_alt: Identifier,
    categories: [Name, CallName],
  });
  words.push(token);
  return token;
}

// Declarations
export const Language = contextual('Language');
export const List = contextual('List');
export const Of = contextual('Of');
export const Type = contextual('Type');
// Headers and clauses
export const On = contextual('On');
export const Score = contextual('Score');
export const Priority = contextual('Priority');
export const Category = contextual('Category');
export const Mode = contextual('Mode');
export const Description = contextual('Description');
export const Unknown = contextual('Unknown');
// Actions
export const Alert = contextual('Alert');
export const Once = contextual('Once');
export const Per = contextual('Per');
export const Suggest = contextual('Suggest');
export const Set = contextual('Set');
export const Status = contextual('Status');
export const To = contextual('To');
export const Because = contextual('Because');
export const Add = contextual('Add');
export const Key = contextual('Key');
// Expressions
export const Otherwise = contextual('Otherwise');
export const As = contextual('As');
export const Contains = contextual('Contains');
export const Starts = contextual('Starts');
export const Ends = contextual('Ends');
export const With = contextual('With');
export const Missing = contextual('Missing');
export const Present = contextual('Present');
export const Empty = contextual('Empty');
// Aggregates
export const Prior = contextual('Prior');
export const From = contextual('From');
export const Last = contextual('Last');

export const contextualWords: readonly TokenType[] = words;
