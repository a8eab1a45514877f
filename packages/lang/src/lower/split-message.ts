/** Part of a message: plain text, the content of a placeholder (`to` exclusive), or an unmatched brace. */
export type MessageSegment =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'hole'; readonly from: number; readonly to: number }
  | { readonly kind: 'brace'; readonly at: number };

/**
 * Returns the index of the `}` that closes a placeholder; -1 if there is none. Braces within a quoted key, a text or a pattern do not
 * count.
 */
function closingBrace(text: string, from: number): number {
  let quote: string | null = null;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote === '"' && character === '\\') at++;
    else if (quote !== null) quote = character === quote ? null : quote;
    else if (character === '"' || character === '`') quote = character;
    else if (character === '}') return at;
  }
  return -1;
}

/** Splits a message at its placeholders. `{{` and `}}` are literal braces. After an unclosed placeholder, the rest is not parsed. */
export function splitMessage(text: string): MessageSegment[] {
  const pieces: MessageSegment[] = [];
  let plain = '';
  let at = 0;
  const flush = (): void => {
    if (plain !== '') pieces.push({ kind: 'text', value: plain });
    plain = '';
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (character !== '{' && character !== '}') {
      plain += character;
      at++;
    } else if (text[at + 1] === character) {
      plain += character;
      at += 2;
    } else {
      flush();
      const end = character === '{' ? closingBrace(text, at + 1) : -1;
      pieces.push(end < 0 ? { kind: 'brace', at } : { kind: 'hole', from: at + 1, to: end });
      if (character === '{' && end < 0) return pieces;
      at = end < 0 ? at + 1 : end + 1;
    }
  }
  flush();
  return pieces;
}
