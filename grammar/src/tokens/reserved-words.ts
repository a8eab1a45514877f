import { createToken, type TokenType } from 'chevrotain';
import { Identifier } from './identifier.js';

const reserved = (name: string, pattern: RegExp): TokenType => createToken({ name, pattern, longer_alt: Identifier });

/** The 17 words that can never be names, and the capital forms of the logical ones. */
export const Rule = reserved('Rule', /rule/);
export const When = reserved('When', /when/);
export const Then = reserved('Then', /then/);
export const Test = reserved('Test', /test/);
export const Let = reserved('Let', /let/);
export const Const = reserved('Const', /const/);
export const Param = reserved('Param', /param/);
export const Define = reserved('Define', /define/);
export const And = reserved('And', /and|AND/);
export const Or = reserved('Or', /or|OR/);
export const Not = reserved('Not', /not|NOT/);
export const In = reserved('In', /in|IN/);
export const Is = reserved('Is', /is|IS/);
export const Between = reserved('Between', /between/);
export const Where = reserved('Where', /where/);
export const True = reserved('True', /true/);
export const False = reserved('False', /false/);

export const reservedWords: readonly TokenType[] = [
  Rule,
  When,
  Then,
  Test,
  Let,
  Const,
  Param,
  Define,
  And,
  Or,
  Not,
  In,
  Is,
  Between,
  Where,
  True,
  False,
];
