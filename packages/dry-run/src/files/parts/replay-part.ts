import { parentPort, workerData } from 'node:worker_threads';
import type { PartMessage, PartRequest } from './part-request.js';
import { replayedPart } from './replayed-part.js';

const tell = (message: PartMessage): void => parentPort?.postMessage(message);
tell(await replayedPart(workerData as PartRequest, tell));
