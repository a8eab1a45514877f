import { unknown, type Outcome, type Type } from '@tamis/lang';
import { recognizeTaxId } from '@tamis/screening/tax-ids';
import { declareFunction, signature } from '../declare.js';
import { pixKeyTypes } from '../enumerations/pix-key-types.js';
import { emailParts } from '../semantics/email-parts.js';

const keyType: Type = { kind: 'enum', name: 'pixKeyType', values: pixKeyTypes };

/** A UUID, and a phone number in the form of keys: `+`, then digits. */
const randomForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const phoneForm = /^\+[1-9]\d{9,14}$/;

function typeOf(text: string): Outcome {
  const key = text.trim();
  if (randomForm.test(key)) return 'random';
  if (phoneForm.test(key)) return 'phone';
  if (emailParts(key)) return 'email';
  return recognizeTaxId(key, 'BR')?.kind ?? unknown({ cause: 'not_in_data', detail: 'Pix key' });
}

export const pixKeyType = declareFunction({
  name: 'pixKeyType',
  form: 'pixKeyType(s)',
  signatures: [
    signature('pixKeyType', ['text'], { result: () => keyType, evaluate: ([text]) => typeOf(text as string) }),
  ],
  cost: 'c1',
  documentation: 'What a Pix key is: `cpf`, `cnpj`, `email`, `phone` or `random`. Tax numbers need right check digits.',
  examples: [
    { text: 'pixKeyType("39053344705") = "cpf"', result: 'true' },
    { text: 'pixKeyType("+5511998765432") = "phone"', result: 'true' },
    { text: 'pixKeyType("123e4567-e89b-42d3-a456-426614174000") = "random"', result: 'true' },
    { text: 'pixKeyType("my key")', result: 'unknown (not_in_data)' },
  ],
});
