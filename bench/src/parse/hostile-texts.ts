const megabyte = 1_000_000;
const wrap = (condition: string): string => `rule r {\n  on transaction\n  when ${condition}\n}\n`;

/** Texts made to cost much. Each must be answered with a diagnostic that has a place. */
export const hostileTexts: readonly { readonly name: string; readonly make: () => string }[] = [
  { name: '1 MB of (', make: () => '('.repeat(megabyte) },
  { name: '1 MB of ( in a condition', make: () => wrap('('.repeat(megabyte)) },
  { name: 'an or of 100,000 terms', make: () => wrap(Array.from({ length: 100_000 }, () => 'a = 1').join(' or ')) },
  { name: 'groups 20,000 deep', make: () => wrap(`${'any { '.repeat(20_000)}a = 1${' }'.repeat(20_000)}`) },
  { name: 'not 100,000 times', make: () => wrap(`${'not '.repeat(100_000)}a`) },
  { name: 'a list of 10 MB', make: () => wrap(`a in [${'1234567, '.repeat(1_111_111)}1]`) },
  { name: 'a list of 1 MB', make: () => wrap(`a in [${'1234567, '.repeat(111_000)}1]`) },
  { name: '1 MB of NUL', make: () => wrap('\0'.repeat(megabyte)) },
  { name: '300,000 lone surrogates', make: () => wrap('\uD800'.repeat(300_000)) },
  { name: '300,000 bidi controls', make: () => wrap('\u202E'.repeat(300_000)) },
  { name: '1 MB of quotes', make: () => wrap('"'.repeat(megabyte)) },
  { name: 'a comment of 1 MB without an end', make: () => `/*${'*'.repeat(megabyte)}` },
  { name: 'a path of 200,000 steps', make: () => wrap(`a${'.b'.repeat(200_000)} = 1`) },
  { name: '20,000 broken rules', make: () => 'rule r { on transaction when ) }\n'.repeat(20_000) },
];
