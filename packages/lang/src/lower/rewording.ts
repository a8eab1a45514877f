import type { IToken } from '@tamis/grammar';

/** A token that does not fit, and where. */
interface Spot {
  readonly tokens: readonly IToken[];
  readonly at: number;
  readonly production: string;
  /** Name of the one token that could have followed; null where there was a choice. */
  readonly expected: string | null;
}

/** What is clearly meant, in the words of the language: the tokens from `from` to `to` (exclusive) are to be replaced. */
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

/** `if amount > 10`, `do alert …`: the clause as other languages begin it. */
function foreignClause({ tokens, at, production, expected }: Spot): Rewording | null {
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

/** `when if amount > 10`: after `when` stands the condition itself. */
function whenIf({ tokens, at }: Spot): Rewording | null {
  const [word, before] = [tokens[at - 1], tokens[at - 2]];
  if (word?.image !== 'if' || before?.tokenType.name !== 'When') return null;
  return {
    message: '`if` is no part of a condition',
    help: 'leave it out: `when` says it',
    from: at - 2,
    to: at,
    newText: 'when',
  };
}

/** End (exclusive) of the path that starts at a token. */
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

/** `set origin.status to …`, `set origin to …`, `set status origin to …`: whose status it is stands after `of`. */
function ownedStatus({ tokens, at, production, expected }: Spot): Rewording | null {
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

/** `at 88`, `at 0.88`: how similar is told in percent. */
function barePercentage({ tokens, at, production }: Spot): Rewording | null {
  const found = tokens[at];
  if (production !== 'similar' || found?.tokenType.name !== 'Number') return null;
  const number = Number(found.image.replaceAll('_', ''));
  if (number > 100) return null;
  const newText = `${number > 1 ? found.image : String(Number((number * 100).toFixed(6)))}%`;
  return {
    message: `\`${found.image}\` is no percentage`,
    help: `write \`${newText}\``,
    from: at,
    to: at + 1,
    newText,
  };
}

/** Wordings that can mean one thing only, though the language says it in another way. */
export const rewording = (spot: Spot): Rewording | null =>
  foreignClause(spot) ?? whenIf(spot) ?? ownedStatus(spot) ?? barePercentage(spot);
