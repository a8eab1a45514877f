export type RadarToken =
  | { readonly kind: 'attribute'; readonly name: string; readonly at: number }
  /** `::name::`, `::customer:name::`, `::destination:name::`. */
  | { readonly kind: 'metadata'; readonly of: string; readonly name: string; readonly at: number }
  | {
      readonly kind: 'list' | 'text' | 'number' | 'word' | 'sign' | 'unknown';
      readonly text: string;
      readonly at: number;
    };

const patterns: readonly (readonly [RegExp, (match: RegExpExecArray, at: number) => RadarToken | null])[] = [
  [/\s+|#[^\n]*/y, () => null],
  [/::(?:([a-z_]+):)?([^:\n]+)::/y, ([, of = 'payment', name = ''], at) => ({ kind: 'metadata', of, name, at })],
  [/:([A-Za-z_]\w*):/y, ([, name = ''], at) => ({ kind: 'attribute', name: name.toLowerCase(), at })],
  [/@([A-Za-z_]\w*)/y, ([, text = ''], at) => ({ kind: 'list', text, at })],
  [/'([^'\n]*)'|"([^"\n]*)"/y, ([, single, double], at) => ({ kind: 'text', text: single ?? double ?? '', at })],
  [/-?\d+(?:\.\d+)?/y, ([text], at) => ({ kind: 'number', text, at })],
  [/[A-Za-z_]\w*/y, ([text], at) => ({ kind: 'word', text: text.toLowerCase(), at })],
  [/!=|<=|>=|&&|\|\||[=<>(),!]/y, ([text], at) => ({ kind: 'sign', text, at })],
];

/** Returns the words and signs of a rule; any other character ends the list as `unknown`. */
export function radarTokens(source: string): readonly RadarToken[] {
  const tokens: RadarToken[] = [];
  let at = 0;
  while (at < source.length) {
    const here = at;
    for (const [pattern, make] of patterns) {
      pattern.lastIndex = at;
      const match = pattern.exec(source);
      if (!match) continue;
      const token = make(match, at);
      if (token) tokens.push(token);
      at = pattern.lastIndex;
      break;
    }
    if (at > here) continue;
    tokens.push({ kind: 'unknown', text: source.charAt(at), at });
    break;
  }
  return tokens;
}
