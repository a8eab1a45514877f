// Where each thread begins. Piscina takes its file by `require`, and Node 20 aborts the whole process (`v8::Module::IsGraphAsync`)
// when a thread is ended while `require` links ES modules. `import` is ended without harm; Piscina waits for an export that is a promise.
const work = import('./screen-batch.js');
export const run = work.then(({ screenBatch }) => screenBatch);
export const build = import('@tamis/screening').then(({ buildIndex }) => buildIndex);
export const owners = import('@tamis/ownership').then(({ reportOwners }) => reportOwners);
