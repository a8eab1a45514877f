// Records the cost of each test file as one JSON line if TAMIS_TEST_COSTS contains the name of a file: seconds, and processor seconds,
// including those of the processes that it started and that have ended.
const { appendFileSync, readFileSync } = require('node:fs');
const path = require('node:path');

const target = process.env.TAMIS_TEST_COSTS;
const ticksASecond = 100;

/** For processes that have ended: the 16th and 17th number after the name in brackets. */
function childSeconds() {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksASecond;
}

function spent() {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now() / 1_000, own: (user + system) / 1e6, children: childSeconds() };
}

/** To be called at the start of a test file. The returned function is to be called at its end. */
function beginCost(testPath, rootDir) {
  if (!target) return () => {};
  const before = spent();
  return () => {
    const after = spent();
    const seconds = (name) => Math.round((after[name] - before[name]) * 100) / 100;
    const file = path.relative(rootDir, testPath);
    const cost = { file, wall: seconds('wall'), own: seconds('own'), children: seconds('children'), pid: process.pid };
    appendFileSync(target, `${JSON.stringify(cost)}\n`);
  };
}

module.exports = { beginCost };
