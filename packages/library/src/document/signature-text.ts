import type { Signature, Type, TypePattern } from '@tamis/lang';

/** Returns a type as one word, as signatures show it: `list<text>`. */
function typeWord(type: Type): string {
  return type.kind === 'list' ? `list<${typeWord(type.element)}>` : type.kind;
}

const patternWord = (pattern: TypePattern): string => (typeof pattern === 'string' ? pattern : pattern.join('|'));

/** Returns a type that matches the pattern, to determine the result type of the signature. */
function sample(pattern: TypePattern, variable: Type): Type {
  if (pattern === 'T') return variable;
  if (pattern === 'list<T>') return { kind: 'list', element: variable };
  const kind = typeof pattern === 'string' ? pattern : (pattern[0] ?? 'any');
  switch (kind) {
    case 'text':
      return { kind, collation: null };
    case 'enum':
      return { kind, name: '', values: [] };
    case 'list':
      return { kind, element: { kind: 'any' } };
    default:
      return { kind };
  }
}

/** Formats a signature: `(T, list<T>) → bool`. A repeatable last operand is followed by its maximum number: `(T, T×15) → T`. */
export function signatureText({ operands, atMost, variable, result }: Signature): string {
  const words = operands.map(patternWord);
  const last = words.at(-1);
  if (atMost !== undefined && last !== undefined) words[words.length - 1] = `${last}×${String(atMost)}`;
  const hasVariable = operands.some((operand) => operand === 'T' || operand === 'list<T>');
  const results = ['number', 'money'].map((kind) =>
    typeWord(result(operands.map((operand) => sample(operand, { kind } as Type)))),
  );
  const [first = '', second] = results;
  const resultWord = hasVariable && first !== second ? 'T' : first;
  const where = hasVariable && variable ? `, T: ${variable.join('|')}` : '';
  return `(${words.join(', ')}) → ${resultWord}${where}`;
}
