// Prints the cost of the tests of a run: `TAMIS_TEST_COSTS=costs.jsonl npm test`, then `npm run test:costs costs.jsonl`. `--write` stores
// the seconds, which determine the order of the first run in a new clone. Files that did not run keep their seconds.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const secondsFile = fileURLToPath(new URL('./jest/test-seconds.json', import.meta.url));
const shown = 40;

const names = process.argv.slice(2);
const file = names.find((name) => !name.startsWith('--'));
if (file === undefined) {
  console.error('which file of costs? TAMIS_TEST_COSTS=costs.jsonl npm test writes one');
  process.exit(2);
}

/** @type {{ file: string, wall: number, own: number, children: number, pid: number }[]} */
const costs = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
costs.sort((one, other) => processorSeconds(other) - processorSeconds(one));
console.log('   wall    own  children  (seconds; the last two of a processor)');
for (const cost of costs.slice(0, shown)) console.log(line(cost, cost.file));
const rest = costs.slice(shown);
if (rest.length > 0) console.log(line(sumOf(rest), `${rest.length} others`));
console.log(line(sumOf(costs), `${costs.length} files in ${new Set(costs.map(({ pid }) => pid)).size} processes`));

if (names.includes('--write')) {
  const seconds = JSON.parse(readFileSync(secondsFile, 'utf8'));
  for (const { file: path, wall } of costs) {
    if (wall >= 1) seconds[path] = Math.round(wall);
    else delete seconds[path];
  }
  const sorted = Object.entries(seconds).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** @param {{ own: number, children: number }} cost */
function processorSeconds({ own, children }) {
  return own + children;
}

/** @param {typeof costs} some */
function sumOf(some) {
  const total = (name) => some.reduce((sum, cost) => sum + cost[name], 0);
  return { wall: total('wall'), own: total('own'), children: total('children') };
}

function line({ wall, own, children }, name) {
  const [first, second, third] = [wall, own, children].map((seconds) => seconds.toFixed(1));
  return `${first.padStart(7)}${second.padStart(7)}${third.padStart(10)}  ${name}`;
}
