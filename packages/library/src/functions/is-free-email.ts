import { boolType, declareFunction, signature } from '../declare.js';
import { ofEmail } from '../semantics/email-parts.js';
import { booleanFact } from '../semantics/reference-fact.js';

export const isFreeEmail = declareFunction({
  name: 'isFreeEmail',
  form: 'isFreeEmail(s)',
  signatures: [
    signature('isFreeEmail', ['text'], {
      result: () => boolType,
      evaluate: ([text], _types, environment) =>
        ofEmail(text as string, ({ domain }) => booleanFact(environment, 'isFreeEmail', domain.toLowerCase())),
    }),
  ],
  cost: 'c2',
  documentation: 'The domain of the email address provides free addresses, by reference data.',
  examples: [
    {
      text: 'isFreeEmail("Ana@Gmail.com")',
      result: 'true',
      data: { reference: { isFreeEmail: { 'gmail.com': true } } },
    },
    {
      text: 'isFreeEmail("ana@example.com")',
      result: 'false',
      data: { reference: { isFreeEmail: { 'gmail.com': true } } },
    },
    { text: 'isFreeEmail("ana@example.com")', result: 'unknown (source_unavailable)' },
    { text: 'isFreeEmail("ana")', result: 'unknown (type)' },
  ],
});
