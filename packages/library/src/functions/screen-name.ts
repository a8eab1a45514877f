import { unknown, type DataRead, type Environment, type Outcome, type TypeKind } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { screeningMember } from '../semantics/screening-member.js';
import { longName } from '../texts/long-text.js';

function screen(operands: readonly Outcome[], qualifiers: readonly TypeKind[], environment: Environment): Outcome {
  const name = (operands[0] as string).trim();
  if (name === '') return unknown({ cause: 'empty_text' });
  const overlong = longName(name);
  if (overlong) return overlong;
  const given = (kind: TypeKind) => operands[1 + qualifiers.indexOf(kind)] as string;
  const request: DataRead = {
    kind: 'screenedName',
    name,
    ...(qualifiers.includes('country') && { country: given('country') }),
    ...(qualifiers.includes('date') && { born: given('date') }),
  };
  return environment.read(request);
}

const named = (qualifiers: readonly TypeKind[]) =>
  signature('screenName', ['text', ...qualifiers], {
    result: () => ({ kind: 'object' }),
    members: screeningMember,
    evaluate: (operands, _types, environment) => screen(operands, qualifiers, environment),
  });

const data = { names: { 'Ivan Petrov': { hits: 1, topScore: 0.94, lists: ['un_sc'] } } };

export const screenName = declareFunction({
  name: 'screenName',
  form: 'screenName(text, country?, date?).hits',
  signatures: [named([]), named(['country']), named(['date']), named(['country', 'date'])],
  cost: 'c5',
  mostCalls: { perRule: 2, perSet: 10 },
  documentation:
    'Screens a name that is not an entity, such as a counterparty’s, against the loaded lists: `hits`, `topScore`, `lists`. ' +
    'A country and a date of birth only take hits away. Unknown (`source_unavailable`) while a list is not loaded.',
  examples: [
    { text: 'screenName("Ivan Petrov", "BY").hits > 0', result: 'true', data },
    { text: 'screenName("Maria Souza", 1980-05-01).topScore', result: '0', data },
    { text: 'screenName("Ivan Petrov").hits', result: 'unknown (source_unavailable)' },
    { text: 'screenName(transaction.description).hits', result: 'unknown (missing)', data },
  ],
});
