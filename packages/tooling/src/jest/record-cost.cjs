// What each test file takes, one JSON line a file, where TAMIS_TEST_COSTS names a file for it: seconds, and seconds of a processor, with
// those of the processes that it started and saw end.
const { appendFileSync, readFileSync } = require('node:fs');
const path = require('node:path');

const target = process.env.TAMIS_TEST_COSTS;
const ticksASecond = 100;

/** Of processes that have ended: the 16th and 17th number, after the name in brackets. */
function childSeconds() {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksASecond;
}

function spent() {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now() / 1_000, own: (user + system) / 1e6, children: childSeconds() };
}

/** To be called where a test file begins; what it returns is called where it ends. */
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
