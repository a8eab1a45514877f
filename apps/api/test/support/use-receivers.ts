import { type Answer, openReceiver, type Receiver } from './webhook-receiver.js';
import { leadReceiversHome } from './receivers-at-home.mjs';

/** Opens receivers that this process may send to, and closes them after the tests of the file. */
export function useReceivers(): (answer?: Answer, name?: string) => Promise<Receiver> {
  const open: Receiver[] = [];
  let undo: () => void = () => undefined;
  beforeAll(() => void (undo = leadReceiversHome()));
  afterAll(async () => {
    await Promise.all(open.map((receiver) => receiver.close()));
    undo();
  });
  return async (answer, name) => {
    const receiver = await openReceiver(answer, name);
    open.push(receiver);
    return receiver;
  };
}
