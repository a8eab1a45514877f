import { createToken } from 'chevrotain';

/** The lexer group of signs that are not part of the language. */
export const foreignGroup = 'foreign';

const firstNonAscii = 0x80;

/** Returns one character of every class by which the lexer groups tokens by their first character. */
function firstCharacters(): (number | string)[] {
  const characters: (number | string)[] = [..."#$%&'!;?@\\^|~"];
  for (let code = firstNonAscii; code < 0x100; code++) characters.push(code);
  for (let code = 0x100; code <= 0xffff; code += 0x80) characters.push(code);
  characters.push(0xffff);
  return characters;
}

/** Signs that do not begin any token, combined into one token, because the lexer alone would try every token at each of them. */
export const ForeignSigns = createToken({
  name: 'ForeignSigns',
  pattern: /[#$%&';?@\\^|~\u0080-\uFFFF]+|!/,
  start_chars_hint: firstCharacters(),
  group: foreignGroup,
  line_breaks: false,
});
