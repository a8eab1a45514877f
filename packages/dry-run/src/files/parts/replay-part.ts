import { parentPort, workerData } from 'node:worker_threads';
import type { SegmentMessage, SegmentRequest } from './part-request.js';
import { replaySegment } from './replayed-part.js';

const postToParent = (message: SegmentMessage): void => parentPort?.postMessage(message);
postToParent(await replaySegment(workerData as SegmentRequest, postToParent));
