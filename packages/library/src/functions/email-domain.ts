import { ciText, declareFunction, signature } from '../declare.js';
import { ofEmail } from '../semantics/email-parts.js';

export const emailDomain = declareFunction({
  name: 'emailDomain',
  form: 'emailDomain(s)',
  signatures: [
    signature('emailDomain', ['text'], {
      result: () => ciText,
      evaluate: ([text]) => ofEmail(text as string, ({ domain }) => domain),
    }),
  ],
  cost: 'c1',
  documentation: 'The part after the `@` of an email address, ignoring case.',
  examples: [
    { text: 'emailDomain("ana@Example.com") = "example.com"', result: 'true' },
    { text: 'emailDomain("ana.example.com")', result: 'unknown (type)' },
  ],
});
