import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const source = resolve(__dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(source, name), 'utf8'));

/** Returns the objects that a text passes to `useKeys`. */
function keyObjects(text: string): readonly string[] {
  return [...text.matchAll(/useKeys\((?!keys)/g)].map(({ index }) => {
    let depth = 0;
    for (let at = index; at < text.length; at += 1) {
      if ('({'.includes(text[at]!)) depth += 1;
      if (')}'.includes(text[at]!)) depth -= 1;
      if (depth === 0 && text[at] === ')') return text.slice(index, at);
    }
    throw new Error('useKeys( does not end');
  });
}

/** Returns the keys that a text handles, as `useKeys` names them. */
function handledKeys(text: string): readonly string[] {
  const constants = new Map([...text.matchAll(/const (\w+Key) = '([^']+)'/g)].map(([, name, key]) => [name, key]));
  return keyObjects(text).flatMap((object) =>
    [...object.matchAll(/(?:[{,]\s*)(?:'([^']+)'|\[(\w+)\]|(\w|Escape)):/g)].map(
      ([, quoted, constant, name]) =>
        quoted ?? (constant === undefined ? name! : (constants.get(constant) ?? constant)),
    ),
  );
}

/** Keys of the rule editor, of the browser, and those that pages make from a list. */
const elsewhere = ['Enter', 'Alt ↑ ↓', 'Alt Enter', 'Alt P', 'Alt L', 'Ctrl I', 'F2', 'F12', '1 … 6'];

/** Returns the keys of an entry of the list, as `useKeys` names them. */
function namesOf(shown: string): readonly string[] {
  if (elsewhere.includes(shown)) return [];
  if (/^g .$/.test(shown)) return [shown];
  if (shown === 'Esc') return ['Escape'];
  if (/^(Ctrl|Alt) /.test(shown)) return [shown.toLowerCase().replace('ctrl', 'mod').replaceAll(' ', '+')];
  return shown.split(' ');
}

describe('list of keys', () => {
  const list = readFileSync(join(source, 'shell/key-list.tsx'), 'utf8');
  const shown = [...list.matchAll(/^ {2}\['([^']+)', '\w+'\],$/gm)].map(([, key]) => key!);
  const screens = readFileSync(join(source, 'shell/screens.ts'), 'utf8');
  const ofScreens = [...screens.matchAll(/key: '(\w)'/g)].map(([, key]) => `g ${key}`);

  it('names exactly the keys that work', () => {
    const handled = new Set([...files.flatMap(handledKeys), ...ofScreens]);
    expect([...new Set(shown.flatMap(namesOf))].sort()).toEqual([...handled].sort());
  });
});
