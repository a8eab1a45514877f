// Start of each thread. Piscina loads its file with `require`, and Node 20 aborts the whole process (`v8::Module::IsGraphAsync`) if a
// thread is terminated while `require` links ES modules. `import` can be terminated safely, and Piscina waits for an export that is a
// promise.
import { workerData } from 'node:worker_threads';
import type { ThreadInit } from '../dispatch/open-piscina.js' with { 'resolution-mode': 'import' };

const { file, name } = workerData as ThreadInit;

export const run = import(file).then((module: Readonly<Record<string, unknown>>) => module[name]);
