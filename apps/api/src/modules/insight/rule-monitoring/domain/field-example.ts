import type { FieldDeclaration, Type } from '@tamis/lang';

/** Examples for texts, by the end of the last step of their path; the first match is used. */
const textExamples: readonly (readonly [end: RegExp, example: string])[] = [
  [/email$/i, 'ana@example.com'],
  [/phone$/i, '+5511987654321'],
  [/taxId$|idNumber$|document$/i, '39053344705'],
  [/iban$/i, 'DE89370400440532013000'],
  [/bin$/i, '411111'],
  [/last4$/i, '1111'],
  [/mcc$/i, '5411'],
  [/postalCode$/i, '01310-100'],
  [/timezone$/i, 'America/Sao_Paulo'],
  [/language$/i, 'pt'],
  [/version$/i, '17.2'],
  [/city$/i, 'São Paulo'],
  [/(externalId|fingerprint|reference|number|code|key|address)$/i, 'a-1001'],
  [/id$/i, '018f3c1e-7b1a-7c35-9c1b-2f6d1c7a9b10'],
  [/name$/i, 'Ana Souza'],
];

function textExample(path: string): string {
  const last = path.slice(path.lastIndexOf('.') + 1);
  return textExamples.find(([end]) => end.test(last))?.[1] ?? 'web';
}

/** Returns an example value for the field, in the form used in JSON conditions, or `null` if these cannot contain such a value. */
export const fieldExample = ({ path, type }: Pick<FieldDeclaration, 'path' | 'type'>): unknown =>
  exampleOfType(type, path);

function exampleOfType(type: Type, path: string): unknown {
  switch (type.kind) {
    case 'bool':
      return true;
    case 'number':
      return 1;
    case 'text':
      return textExample(path);
    case 'enum':
      return type.values[0] ?? null;
    case 'country':
      return 'BR';
    case 'currency':
      return 'USD';
    case 'ip':
      return '203.0.113.7';
    case 'date':
      return { $date: '2026-03-01' };
    case 'datetime':
      return { $datetime: '2026-03-01T10:02:00.000Z' };
    case 'duration':
      return { $duration: '3600s' };
    case 'distance':
      return { $distance: '5 km' };
    case 'money':
      return { $money: '812.50 USD' };
    case 'geo':
      return { lat: -23.55, lng: -46.63 };
    case 'list':
      return [exampleOfType(type.element, path)];
    case 'object':
    case 'entity':
      return null;
    case 'any':
    case 'listref':
      return 'web';
  }
}
