import { ciText, declareFunction, signature } from '../declare.js';
import { ofEmail } from '../semantics/email-parts.js';

export const emailLocal = declareFunction({
  name: 'emailLocal',
  form: 'emailLocal(s)',
  signatures: [
    signature('emailLocal', ['text'], {
      result: () => ciText,
      evaluate: ([text]) => ofEmail(text as string, ({ local }) => local),
    }),
  ],
  cost: 'c1',
  documentation: 'The part before the `@` of an email address, ignoring case.',
  examples: [
    { text: 'emailLocal("Ana.Souza@example.com") = "ana.souza"', result: 'true' },
    { text: 'emailLocal("@example.com")', result: 'unknown (type)' },
  ],
});
