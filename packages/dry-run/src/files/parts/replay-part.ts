import { parentPort, workerData } from 'node:worker_threads';
import type { SegmentMessage, SegmentRequest } from './segment-messages.js';
import { replaySegment } from './replay-segment.js';

const postToParent = (message: SegmentMessage): void => parentPort?.postMessage(message);
postToParent(await replaySegment(workerData as SegmentRequest, postToParent));
