import { Agent, request } from 'node:http';

const body = JSON.stringify({ event: 'alert.created', payload: 'x'.repeat(300) });

function post(url: string, id: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'webhook-id': `bare-${id}` };
    const sent = request(url, { method: 'POST', agent, headers }, (response) =>
      response.resume().once('end', () => resolve()),
    );
    sent.once('error', reject).end(body);
  });
}

/** The baseline: plain posts per second that a client which does nothing else sends to the receiver. */
export async function postAll(url: string, count: number, atOnce: number): Promise<number> {
  // As the server, which keeps no connection to a receiver.
  const agent = new Agent({ keepAlive: false, maxSockets: atOnce });
  let next = 0;
  const begun = performance.now();
  const sendSome = async (): Promise<void> => {
    while (next < count) await post(url, (next += 1), agent);
  };
  await Promise.all(Array.from({ length: atOnce }, sendSome));
  agent.destroy();
  return (count / (performance.now() - begun)) * 1_000;
}
