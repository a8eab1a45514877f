import type { IToken } from '@tamis/grammar';
import { actionWords } from './clause-words.js';

/** A token that does not fit, and its position. */
interface UnexpectedToken {
  readonly tokens: readonly IToken[];
  readonly at: number;
  readonly production: string;
  /** Name of the only token that could have followed; `null` if there were several. */
  readonly expected: string | null;
}

/** The obvious intention, in the syntax of the language. The tokens from `from` to `to` (exclusive) are to be replaced. */
export interface Rewording {
  readonly message: string;
  readonly help: string;
  readonly from: number;
  readonly to: number;
  readonly newText: string;
}

const instead: Readonly<Record<string, 'when' | 'then'>> = {
  if: 'when',
  where: 'when',
  while: 'when',
  condition: 'when',
  conditions: 'when',
  do: 'then',
  action: 'then',
  actions: 'then',
};

const begins = { when: 'a condition does', then: 'actions do' };

/** `if amount > 10`, `do alert …`: a clause that begins as in other languages. */
function foreignClause({ tokens, at, production, expected }: UnexpectedToken): Rewording | null {
  const image = tokens[at]?.image ?? '';
  const word = instead[image.toLowerCase()];
  const fits = word === 'when' ? expected === 'When' : production === 'ruleDeclaration';
  if (!word || !fits) return null;
  return {
    message: `${begins[word]} not begin with \`${image}\``,
    help: `write \`${word}\``,
    from: at,
    to: tokens[at + 1]?.image === ':' ? at + 2 : at + 1,
    newText: word,
  };
}

/** `when if amount > 10`: the condition must follow `when` directly. */
function whenIf({ tokens, at }: UnexpectedToken): Rewording | null {
  const [word, before] = [tokens[at - 1], tokens[at - 2]];
  if (word?.image !== 'if' || before?.tokenType.name !== 'When') return null;
  return {
    message: '`if` is not part of a condition',
    help: 'remove it: `when` already says it',
    from: at - 2,
    to: at,
    newText: 'when',
  };
}

/** Returns the end (exclusive) of the path that starts at a token. */
function endOfPath(tokens: readonly IToken[], at: number): number {
  let end = at + 1;
  while (tokens[end]?.tokenType.name === 'Dot' && tokens[end + 1]) end += 2;
  return end;
}

const written = (tokens: readonly IToken[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map((token) => token.image)
    .join('');

/** `set origin.status to …`, `set origin to …`, `set status origin to …`: the owner of the status must follow `of`. */
function ownedStatus({ tokens, at, production, expected }: UnexpectedToken): Rewording | null {
  const found = tokens[at];
  if (production !== 'setStatusAction' || !found) return null;
  if (expected === 'To' && found.image === '=')
    return { message: '`=` sets nothing', help: 'write `to`', from: at, to: at + 1, newText: 'to' };
  if (!/^\w/.test(found.image) || (expected !== 'Status' && expected !== 'To')) return null;
  const end = endOfPath(tokens, at);
  if (tokens[end]?.tokenType.name !== 'To' && tokens[end]?.image !== '=') return null;
  const isField = tokens[end - 1]?.tokenType.name === 'Status' && end > at + 1;
  const owner = written(tokens, at, isField ? end - 2 : end);
  const newText = expected === 'To' ? `of ${owner}` : `status of ${owner}`;
  return {
    message: `the status of \`${owner}\` is set by \`set status of ${owner} to …\``,
    help: `write \`${newText}\``,
    from: at,
    to: end,
    newText,
  };
}

/** `at 88`, `at 0.88`: the similarity must be a percentage. */
function barePercentage({ tokens, at, production }: UnexpectedToken): Rewording | null {
  const found = tokens[at];
  if (production !== 'similar' || found?.tokenType.name !== 'Number') return null;
  const number = Number(found.image.replaceAll('_', ''));
  if (number > 100) return null;
  const newText = `${number > 1 ? found.image : String(Number((number * 100).toFixed(6)))}%`;
  return {
    message: `\`${found.image}\` is not a percentage`,
    help: `write \`${newText}\``,
    from: at,
    to: at + 1,
    newText,
  };
}

/** `is null`, `is not null`: absence has a separate word. */
function isNull({ tokens, at, production }: UnexpectedToken): Rewording | null {
  const found = tokens[at];
  if (!found || !/^(null|none|nil|undefined)$/i.test(found.image)) return null;
  const isNot = tokens[at - 1]?.tokenType.name === 'Not';
  if (production !== 'isPredicate' && !isNot) return null;
  const newText = isNot ? 'present' : 'missing';
  return {
    message: `a value that is not there is \`missing\`, one that is there \`present\``,
    help: `write \`is ${newText}\``,
    from: isNot ? at - 1 : at,
    to: at + 1,
    newText,
  };
}

/** `expect score = 25`: the expected value must follow the name directly. */
function equalSign({ tokens, at, production }: UnexpectedToken): Rewording | null {
  const [found, value] = [tokens[at], tokens[at + 1]];
  if (found?.image !== '=' && found?.image !== '==') return null;
  if (!value || !/[eE]xpect/.test(production)) return null;
  return {
    message: `\`${found.image}\` is not used here`,
    help: `write \`${value.image}\` without it`,
    from: at,
    to: at + 2,
    newText: value.image,
  };
}

const suggestions: ReadonlySet<string> = new Set(['FLAG', 'SUSPEND', 'BLOCK']);

/** `then flag`: a suggestion without the word `suggest`. */
function bareSuggestion({ tokens, at, production }: UnexpectedToken): Rewording | null {
  const word = tokens[at]?.image.toUpperCase() ?? '';
  if (!suggestions.has(word) || !['thenClause', 'actionWithSettings', 'action'].includes(production)) return null;
  return {
    message: `\`${tokens[at]?.image ?? ''}\` is not an action`,
    help: `write \`suggest ${word}\``,
    from: at,
    to: at + 1,
    newText: `suggest ${word}`,
  };
}

/** `in list blocked_customers`: a declared list is referred to by its name. */
function namedList({ tokens, at }: UnexpectedToken): Rewording | null {
  const [name, word] = [tokens[at], tokens[at - 1]];
  if (!name || word?.tokenType.name !== 'List' || !/^[A-Za-z_]\w*$/.test(name.image)) return null;
  if (!['In', 'To', 'Of'].includes(tokens[at - 2]?.tokenType.name ?? '')) return null;
  return {
    message: 'write the name of a list in quotes after `list`',
    help: `write \`${name.image}\` alone and declare it outside the rule: \`list ${name.image} = "…"\``,
    from: at - 1,
    to: at + 1,
    newText: name.image,
  };
}

/** `> USD 500`: an amount with the currency before the number. */
function currencyFirst({ tokens, at }: UnexpectedToken): Rewording | null {
  const [found, code, before] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  if (found?.tokenType.name !== 'Number' || !code || !/^[A-Z]{3}$/.test(code.image)) return null;
  if (before?.tokenType.name === 'Dot') return null;
  const newText = `${found.image} ${code.image}`;
  return {
    message: 'a currency follows its amount',
    help: `write \`${newText}\``,
    from: at - 1,
    to: at + 1,
    newText,
  };
}

/** `alert HIGH "x", suggest BLOCK`: actions are not separated by anything. */
function joinedActions({ tokens, at, production }: UnexpectedToken): Rewording | null {
  const [found, action] = [tokens[at], tokens[at + 1]];
  if (!found || !action || !/^(,|and)$/.test(found.image) || !actionWords.has(action.image)) return null;
  if (!['thenClause', 'actionWithSettings', 'action', 'ruleDeclaration'].includes(production)) return null;
  return {
    message: `actions are not joined by \`${found.image}\``,
    help: 'remove it: each action can be on its own line',
    from: at,
    to: at + 2,
    newText: action.image,
  };
}

/** `type equals "PAYMENT"`, `amount => 5 USD`: a comparison as written in other languages. */
function foreignComparison({ tokens, at }: UnexpectedToken): Rewording | null {
  const [found, before] = [tokens[at], tokens[at - 1]];
  if (!found) return null;
  const isArrow = before?.image === '=' && (found.image === '>' || found.image === '<');
  const written = isArrow ? `=${found.image}` : found.image;
  if (!isArrow && !/^(equals?|eq)$/i.test(written)) return null;
  const newText = isArrow ? `${found.image}=` : '=';
  return {
    message: `\`${written}\` compares nothing`,
    help: `write \`${newText}\``,
    from: isArrow ? at - 1 : at,
    to: at + 1,
    newText,
  };
}

/** Recognizes wordings with only one possible meaning for which the language has a different syntax. */
export const rewording = (spot: UnexpectedToken): Rewording | null =>
  foreignClause(spot) ??
  whenIf(spot) ??
  ownedStatus(spot) ??
  barePercentage(spot) ??
  isNull(spot) ??
  equalSign(spot) ??
  bareSuggestion(spot) ??
  namedList(spot) ??
  currencyFirst(spot) ??
  joinedActions(spot) ??
  foreignComparison(spot);
