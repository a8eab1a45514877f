/** Part of a message: plain text, the inside of a hole (`to` exclusive), or a brace that has no partner. */
export type MessageSegment =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'hole'; readonly from: number; readonly to: number }
  | { readonly kind: 'brace'; readonly at: number };

/** Index of the `}` that closes a hole; -1 when none does. One inside a quoted key, a text or a pattern does not. */
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

/** Cuts a message at its holes; `{{` and `}}` are braces as such. After a hole that is not closed the rest is not read. */
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
