import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../browser');
const flows = Array.from({ length: 40 }, (_, index) => `C${index + 1}`);

/** Returns the flows that the titles of tests name: `C26, C27: sees no row move`. */
const shownBy = (source: string): readonly string[] =>
  [...source.matchAll(/\bit(?:\.each\([^)]*\))?\('((?:C\d+, )*C\d+): /g)].flatMap(([, names]) => names!.split(', '));

describe('console flows', () => {
  const shown = readdirSync(folder)
    .filter((name) => name.endsWith('.browser.test.ts'))
    .flatMap((name) => shownBy(readFileSync(join(folder, name), 'utf8')));

  it.each(flows)('%s is covered by a browser test', (flow) => expect(shown).toContain(flow));

  it('have no unknown numbers', () => expect(shown.filter((flow) => !flows.includes(flow))).toEqual([]));
});
