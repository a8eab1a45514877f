/** What must never stand in a log, wherever it came from: a message of the database driver quotes the values it was given. */
const secrets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/tms_[a-z]+_[A-Za-z0-9]+/g, '<key>'],
  [/\b(Bearer|Basic) +[^\s"',]+/gi, '$1 <secret>'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, '$1<secret>@'],
  [/[^\s"'<>()=,;:@]+@[^\s"'<>()=,;:@]+\.[a-z]{2,}/gi, '<e-mail>'],
  // Tax ids, accounts, cards, phones; not the digits of UUIDs, hashes and times.
  [/(?<![\w-])\+?\d(?:[ .\-/]?\d){7,}(?![\w-])/g, '<number>'],
];

/** The text without keys, passwords, e-mail addresses and long numbers. */
export const redactText = (text: string): string =>
  secrets.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
