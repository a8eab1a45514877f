import { libraryCatalogue } from '@tamis/library';
import {
  createLanguageService,
  type LanguageService,
  type LanguageServiceOptions,
} from '../../src/language-service/index.js';

export const uri = 'file:///rules/sample.rules';

/** Returns the text without its `|` marks (doubled ones are kept), and the positions of the marks. */
export function stripMarks(marked: string): {
  readonly text: string;
  readonly positions: readonly { readonly line: number; readonly character: number }[];
} {
  const positions: { line: number; character: number }[] = [];
  let text = '';
  for (const character of marked) {
    if (character !== '|') text += character;
    else {
      const lines = text.split('\n');
      positions.push({ line: lines.length - 1, character: lines.at(-1)?.length ?? 0 });
    }
  }
  return { text, positions };
}

export const lists = [
  { name: 'Blocked IPs', type: 'ip_blocklist' },
  { name: 'Known mules', type: 'custom' },
];

/** Creates a service that knows the library and two lists. */
export const serviceWith = (options: Partial<LanguageServiceOptions> = {}): LanguageService =>
  createLanguageService({
    catalogue: libraryCatalogue,
    lists,
    findList: (reference) => {
      const found = lists.find(({ name }) => name === reference);
      return found ? { id: `id of ${found.name}`, ...found } : null;
    },
    ...options,
  });

/** Creates a service with one open file, and returns its marked positions. */
export function openMarked(
  marked: string,
  options: Partial<LanguageServiceOptions> = {},
): {
  readonly service: LanguageService;
  readonly text: string;
  readonly positions: readonly { readonly line: number; readonly character: number }[];
  readonly at: { readonly line: number; readonly character: number };
} {
  const { text, positions } = stripMarks(marked);
  const service = serviceWith(options);
  service.open(uri, 1, text);
  return { service, text, positions, at: positions[0] ?? { line: 0, character: 0 } };
}

/** Returns a rule on transactions with the given content. */
export const inRule = (inside: string): string => `rule sample {\n  on transaction (created)\n  ${inside}`;
