import { ciText, declareFunction, signature } from '../declare.js';
import { ofEmail } from '../semantics/email-parts.js';

export const emailDomainName = declareFunction({
  name: 'emailDomainName',
  form: 'emailDomainName(s)',
  signatures: [
    signature('emailDomainName', ['text'], {
      result: () => ciText,
      evaluate: ([text]) => ofEmail(text as string, ({ domain }) => domain.slice(0, domain.indexOf('.'))),
    }),
  ],
  cost: 'c1',
  documentation: 'The first part of the domain of an email address, ignoring case.',
  examples: [
    { text: 'emailDomainName("ana@mail.example.com")', result: '"mail"' },
    { text: 'emailDomainName("ana@")', result: 'unknown (type)' },
  ],
});
