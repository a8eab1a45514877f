// Ends what test files of this process had in common: `onceAProcess` of @tamis/testkit has made it.
const place = Symbol.for('tamis.onceAProcess');

async function endShared() {
  const all = [...(globalThis[place]?.values() ?? [])];
  globalThis[place]?.clear();
  await Promise.allSettled(all.map(({ end }) => end()));
}

/** The message by which jest-worker tells a process that there is no more work. */
const END = 2;

/** In a worker process. In the process of jest itself, the tear-down of the run does it. */
function endSharedWithWorker() {
  if (!process.send) return;
  process.on('message', ([type]) => {
    if (type === END) void endShared().finally(() => process.exit());
  });
}

module.exports = { endShared, endSharedWithWorker };
