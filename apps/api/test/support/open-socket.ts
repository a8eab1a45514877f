import { io, type Socket } from 'socket.io-client';

import type { RoomsResponse } from '../../src/modules/delivery/sockets/http/connection.js';
import type { Body } from './start-test-api.js';
import { waitUntil } from './wait-until.js';

export interface ReceivedEvent {
  readonly name: string;
  readonly body: Body;
}

/** A client that keeps the events that it receives. */
export interface TestSocket {
  readonly socket: Socket;
  readonly received: readonly ReceivedEvent[];
  /** Returns why the server or the client closed the connection, or `null` if it is still open. */
  readonly ended: () => string | null;
  /** Returns the code with which the handshake was rejected, or `null` if it was not. */
  readonly refused: () => string | null;
  /** Returns the body of the first event with this name that fits, once it has arrived. */
  waitFor(name: string, fits?: (body: Body) => boolean): Promise<Body>;
  subscribe(...rooms: readonly string[]): Promise<RoomsResponse>;
  unsubscribe(...rooms: readonly string[]): Promise<RoomsResponse>;
}

const all = new Set<Socket>();

interface Raw {
  readonly ws?: { readonly _socket: { pause(): void }; terminate(): void };
}

const rawOf = ({ io: { engine } }: Socket): Raw => engine.transport as unknown as Raw;

/** Leaves everything unread from now on, like a client that hangs. */
export const pauseReading = ({ socket }: TestSocket): void => rawOf(socket).ws!._socket.pause();

/** Closes all clients that the functions above opened, including those that hang. */
export function closeAllSockets(): void {
  for (const socket of all) {
    socket.disconnect();
    rawOf(socket).ws?.terminate();
  }
  all.clear();
}

/** Starts to connect. `auth` is sent as given. */
export function connectSocket(url: string, auth: object, options: object = {}): TestSocket {
  const socket = io(url, { auth, transports: ['websocket'], reconnection: false, forceNew: true, ...options });
  all.add(socket);
  const heard: ReceivedEvent[] = [];
  let ended: string | null = null;
  let refused: string | null = null;
  socket.onAny((name: string, body: object) => heard.push({ name, body }));
  socket.on('disconnect', (reason) => (ended = reason));
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    refused = error.data?.code ?? error.message;
  });
  const asking = (call: string, rooms: readonly string[]): Promise<RoomsResponse> =>
    socket.emitWithAck(call, { rooms }) as Promise<RoomsResponse>;
  return {
    socket,
    received: heard,
    ended: () => ended,
    refused: () => refused,
    waitFor: async (name, fits = () => true) => {
      const find = (): ReceivedEvent | undefined => heard.find((each) => each.name === name && fits(each.body));
      await waitUntil(() => find() !== undefined || ended !== null);
      return find()?.body as object;
    },
    subscribe: (...rooms) => asking('subscribe', rooms),
    unsubscribe: (...rooms) => asking('unsubscribe', rooms),
  };
}

/** Opens a client that is connected and receives all events from then on. */
export async function openSocket(url: string, auth: object, options: object = {}): Promise<TestSocket> {
  const opened = connectSocket(url, auth, options);
  await waitUntil(() => opened.refused() !== null || opened.received.some(({ name }) => name === 'connected'));
  if (opened.refused() !== null) throw new Error(`the handshake was refused: ${opened.refused()}`);
  return opened;
}
