/* global Buffer, setImmediate */
// Preloaded into a server to measure it: records the processor time of the main thread in the longest turn of its event loop.
import { openSync, readSync } from 'node:fs';

const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const buffer = Buffer.alloc(64);

/** Returns the milliseconds of processor time so far. */
function processorMs() {
  const bytes = readSync(file, buffer, 0, buffer.length, 0);
  return Number(buffer.toString('latin1', 0, bytes).split(' ', 1)[0]) / 1e6;
}

let longestMs = 0;
let beforeMs = processorMs();

setImmediate(function turn() {
  const nowMs = processorMs();
  longestMs = Math.max(longestMs, nowMs - beforeMs);
  beforeMs = nowMs;
  setImmediate(turn).unref();
}).unref();

process.on('message', (message) => {
  if (message !== 'longest turn') return;
  process.send?.({ longestTurnMs: longestMs });
  longestMs = 0;
});
