// Start of each thread. Piscina loads its file with `require`, and Node 20 aborts the whole process (`v8::Module::IsGraphAsync`) if a
// thread is terminated while `require` links ES modules. `import` can be terminated safely, and Piscina waits for an export that is a
// promise.
const work = import('./screen-batch.js');
export const run = work.then(({ screenBatch }) => screenBatch);
export const build = import('@tamis/screening').then(({ buildIndex }) => buildIndex);
export const owners = import('@tamis/ownership').then(({ reportOwners }) => reportOwners);
