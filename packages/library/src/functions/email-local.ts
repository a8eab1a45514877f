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
  documentation: 'What stands before the `@` of an e-mail address; case does not count.',
  examples: [
    { text: 'emailLocal("Ana.Souza@example.com") = "ana.souza"', result: 'true' },
    { text: 'emailLocal("@example.com")', result: 'unknown (type)' },
  ],
});
