import { io, type Socket } from 'socket.io-client';

import type { RoomsAnswer } from '../../src/modules/delivery/sockets/http/connection.js';
import type { Body } from './start-test-api.js';
import { until } from './until.js';

export interface Heard {
  readonly name: string;
  readonly body: Body;
}

/** A client that keeps what it hears. */
export interface OpenSocket {
  readonly socket: Socket;
  readonly heard: readonly Heard[];
  /** Why the server, or the client, ended it; null: it goes on. */
  readonly ended: () => string | null;
  /** The code with which the handshake was refused; null: it was not. */
  readonly refused: () => string | null;
  /** The body of the first event of a name that fits, when it is there. */
  hear(name: string, fits?: (body: Body) => boolean): Promise<Body>;
  subscribe(...rooms: readonly string[]): Promise<RoomsAnswer>;
  unsubscribe(...rooms: readonly string[]): Promise<RoomsAnswer>;
}

const all = new Set<Socket>();

interface Raw {
  readonly ws?: { readonly _socket: { pause(): void }; terminate(): void };
}

const rawOf = ({ io: { engine } }: Socket): Raw => engine.transport as unknown as Raw;

/** Leaves everything unread that comes from now on, as a client does that hangs. */
export const stopReading = ({ socket }: OpenSocket): void => rawOf(socket).ws!._socket.pause();

/** Ends every client of the tests above, those that hang too. */
export function closeSockets(): void {
  for (const socket of all) {
    socket.disconnect();
    rawOf(socket).ws?.terminate();
  }
  all.clear();
}

/** Begins to connect. `auth` as the client sends it. */
export function beginSocket(url: string, auth: object, options: object = {}): OpenSocket {
  const socket = io(url, { auth, transports: ['websocket'], reconnection: false, forceNew: true, ...options });
  all.add(socket);
  const heard: Heard[] = [];
  let ended: string | null = null;
  let refused: string | null = null;
  socket.onAny((name: string, body: object) => heard.push({ name, body }));
  socket.on('disconnect', (reason) => (ended = reason));
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    refused = error.data?.code ?? error.message;
  });
  const asking = (call: string, rooms: readonly string[]): Promise<RoomsAnswer> =>
    socket.emitWithAck(call, { rooms }) as Promise<RoomsAnswer>;
  return {
    socket,
    heard,
    ended: () => ended,
    refused: () => refused,
    hear: async (name, fits = () => true) => {
      const find = (): Heard | undefined => heard.find((each) => each.name === name && fits(each.body));
      await until(() => find() !== undefined || ended !== null);
      return find()?.body as object;
    },
    subscribe: (...rooms) => asking('subscribe', rooms),
    unsubscribe: (...rooms) => asking('unsubscribe', rooms),
  };
}

/** A client that is connected and hears everything from then on. */
export async function openSocket(url: string, auth: object, options: object = {}): Promise<OpenSocket> {
  const opened = beginSocket(url, auth, options);
  await until(() => opened.refused() !== null || opened.heard.some(({ name }) => name === 'connected'));
  if (opened.refused() !== null) throw new Error(`the handshake was refused: ${opened.refused()}`);
  return opened;
}
