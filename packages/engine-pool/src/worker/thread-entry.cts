// Where each thread begins. Piscina takes its file by `require`, and Node 20 aborts the whole process (`v8::Module::IsGraphAsync`)
// when a thread is ended while `require` links ES modules. `import` is ended without harm; Piscina waits for an export that is a promise.
import { workerData } from 'node:worker_threads';
import type { ThreadInit } from '../dispatch/open-piscina.js' with { 'resolution-mode': 'import' };

const { file, name } = workerData as ThreadInit;

export const run = import(file).then((module: Readonly<Record<string, unknown>>) => module[name]);
