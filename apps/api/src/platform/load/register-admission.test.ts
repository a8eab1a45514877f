import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { leavePlace, registerAdmission } from './register-admission.js';

describe('the admission place of a request', () => {
  let server: FastifyInstance;
  let port: number;
  let begun: Promise<void>;

  beforeEach(async () => {
    server = fastify();
    // A single caller may use half of the slots.
    registerAdmission(server, { running: 2, waiting: 2 }, () => ({ owner: 'a', isKnown: true }));
    begun = new Promise((resolve) =>
      server.get('/never', () => {
        resolve();
        return new Promise(() => undefined);
      }),
    );
    server.get('/large', () => nextTurn(Buffer.alloc(64 * 2 ** 20)));
    server.get('/waits-outside', () => {
      leavePlace();
      return new Promise(() => undefined);
    });
    server.get('/small', () => nextTurn('small'));
    await server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.server.address() as AddressInfo);
  });
  afterEach(() => server.close());

  async function ask(path: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    return socket;
  }

  const small = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/small`)).text();

  it('is released when its client disconnects', async () => {
    const socket = await ask('/never');
    await begun;
    const waits = small();
    socket.destroy();
    expect(await waits).toBe('small');
  });

  it('is released while the request waits for an external service', async () => {
    const socket = await ask('/waits-outside');
    expect(await small()).toBe('small');
    socket.destroy();
  });

  it('is released when its response is ready, however slowly the client reads it', async () => {
    const socket = await ask('/large');
    await once(socket, 'readable');
    expect(await small()).toBe('small');
    socket.destroy();
  });
});
