import { createToken, type TokenType } from 'chevrotain';
import { CallName, ExpectedWord, Name } from './categories.js';
import { Identifier } from './identifier.js';

const words: TokenType[] = [];

function word(name: string, categories: TokenType[]): TokenType {
  const token = createToken({ name, pattern: new RegExp(name.toLowerCase()), longer_alt: Identifier, categories });
  words.push(token);
  return token;
}

/** A word with a meaning in one context only. Everywhere else it is an ordinary name. */
const contextual = (name: string): TokenType => word(name, [Name, CallName, ExpectedWord]);

/** A contextual word that may follow `expect alert`. */
const following = (name: string): TokenType => word(name, [Name, CallName]);

// Declarations
export const Language = contextual('Language');
export const Import = contextual('Import');
export const List = contextual('List');
export const Lists = contextual('Lists');
export const Of = contextual('Of');
export const Type = contextual('Type');
export const Matrix = contextual('Matrix');
export const Step = contextual('Step');
export const As = contextual('As');

// Clauses of a matrix
export const Scale = contextual('Scale');
export const Thresholds = contextual('Thresholds');
export const Decide = contextual('Decide');
export const Otherwise = contextual('Otherwise');

// Headers and clauses
export const On = contextual('On');
export const Score = contextual('Score');
export const Priority = contextual('Priority');
export const Category = contextual('Category');
export const Tags = contextual('Tags');
export const Scope = contextual('Scope');
export const Evaluate = contextual('Evaluate');
export const Stop = contextual('Stop');
export const Match = contextual('Match');
export const Owner = contextual('Owner');
export const Reference = contextual('Reference');
export const Effective = contextual('Effective');
export const Until = contextual('Until');
export const Meta = contextual('Meta');
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
export const Assign = contextual('Assign');
export const User = contextual('User');
export const Team = contextual('Team');
export const To = contextual('To');
export const Because = contextual('Because');
export const Add = contextual('Add');
export const Open = contextual('Open');
export const Case = contextual('Case');
export const Run = contextual('Run');
export const Automation = contextual('Automation');
export const Notify = contextual('Notify');
export const Key = contextual('Key');

// Expressions
export const All = contextual('All');
export const Any = contextual('Any');
export const None = contextual('None');
export const At = contextual('At');
export const Least = contextual('Least');
export const Contains = contextual('Contains');
export const Starts = contextual('Starts');
export const Ends = contextual('Ends');
export const With = contextual('With');
export const Matches = contextual('Matches');
export const Missing = contextual('Missing');
export const Present = contextual('Present');
export const Empty = contextual('Empty');
export const Similar = contextual('Similar');
export const Using = contextual('Using');
export const Multiple = contextual('Multiple');
export const Outside = contextual('Outside');
export const Inside = contextual('Inside');
export const Operational = contextual('Operational');
export const Hours = contextual('Hours');
export const Within = contextual('Within');
export const Before = contextual('Before');
export const After = contextual('After');

// Aggregates
export const Distinct = contextual('Distinct');
export const Prior = contextual('Prior');
export const From = contextual('From');
export const Involving = contextual('Involving');
export const Last = contextual('Last');
export const Current = contextual('Current');
export const Previous = contextual('Previous');
export const Time = contextual('Time');
export const Since = contextual('Since');

// Tests
export const Todo = contextual('Todo');
export const For = contextual('For');
export const Has = contextual('Has');
export const Rate = contextual('Rate');
export const Every = contextual('Every');
export const Ending = contextual('Ending');
export const Ago = contextual('Ago');
export const Hit = contextual('Hit');
export const No = contextual('No');
export const Label = contextual('Label');
export const Decision = contextual('Decision');
export const Suggestion = contextual('Suggestion');
export const Gains = contextual('Gains');
export const Assigned = contextual('Assigned');
export const Notification = contextual('Notification');
export const Given = following('Given');
export const Vary = following('Vary');
export const Expect = following('Expect');
export const Containing = following('Containing');

export const contextualWords: readonly TokenType[] = words;
