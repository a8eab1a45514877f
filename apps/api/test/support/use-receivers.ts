import { type ReceiverResponse, startReceiver, type Receiver } from './webhook-receiver.js';
import { resolveReceiversLocally } from './receivers-at-home.mjs';

/** Opens receivers that this process can send to, and closes them after the tests of the file. */
export function useReceivers(): (answer?: ReceiverResponse, name?: string) => Promise<Receiver> {
  const open: Receiver[] = [];
  let undo: () => void = () => undefined;
  beforeAll(() => void (undo = resolveReceiversLocally()));
  afterAll(async () => {
    await Promise.all(open.map((receiver) => receiver.close()));
    undo();
  });
  return async (answer, name) => {
    const receiver = await startReceiver(answer, name);
    open.push(receiver);
    return receiver;
  };
}
