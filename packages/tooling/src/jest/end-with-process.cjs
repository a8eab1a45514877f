// Releases what the test files of this process had in common, as created by `onceAProcess` of @tamis/testkit.
const place = Symbol.for('tamis.onceAProcess');

async function endShared() {
  const all = [...(globalThis[place]?.values() ?? [])];
  globalThis[place]?.clear();
  await Promise.allSettled(all.map(({ end }) => end()));
}

/** The message with which jest-worker notifies a process that there is no more work. */
const END = 2;

/** For a worker process. In the main process of jest, the tear-down of the run does the same. */
function endSharedWithWorker() {
  if (!process.send) return;
  process.on('message', ([type]) => {
    if (type === END) void endShared().finally(() => process.exit());
  });
}

module.exports = { endShared, endSharedWithWorker };
