import { boolType, declareFunction, signature } from '../declare.js';
import { ofEmail } from '../semantics/email-parts.js';
import { booleanFact } from '../semantics/reference-fact.js';

export const isDisposableEmail = declareFunction({
  name: 'isDisposableEmail',
  form: 'isDisposableEmail(s)',
  signatures: [
    signature('isDisposableEmail', ['text'], {
      result: () => boolType,
      evaluate: ([text], _types, environment) =>
        ofEmail(text as string, ({ domain }) => booleanFact(environment, 'isDisposableEmail', domain.toLowerCase())),
    }),
  ],
  cost: 'c2',
  documentation: 'The domain of the email address provides disposable addresses, by reference data.',
  examples: [
    {
      text: 'isDisposableEmail("Ana@Mailinator.com")',
      result: 'true',
      data: { reference: { isDisposableEmail: { 'mailinator.com': true } } },
    },
    {
      text: 'isDisposableEmail("ana@example.com")',
      result: 'false',
      data: { reference: { isDisposableEmail: { 'mailinator.com': true } } },
    },
    { text: 'isDisposableEmail("ana@example.com")', result: 'unknown (source_unavailable)' },
    { text: 'isDisposableEmail("ana")', result: 'unknown (type)' },
  ],
});
