import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Server, type Socket } from 'socket.io';

import {
  type Credentials,
  keyHashOf,
  ConnectionAuthenticator,
  type Principal,
} from '../../../../platform/auth/index.js';
import { AppConfig } from '../../../../platform/config/index.js';
import { Notifications } from '../../../../platform/database/index.js';
import { ApiError, toApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { ReadOperations } from '../../../../platform/operations/index.js';
import { PeriodicTask } from '../../../../platform/periodic-task.js';
import { channelOf, organizationsIn } from '../domain/room.js';
import { type AnnouncedEvent, type SocketEvent } from '../domain/socket-event.js';
import { mapEvent, presenceEvent } from '../domain/socket-events.js';
import { socketLimits } from '../domain/socket-limits.js';
import type { TimedEvent } from '../persistence/outbox-reader.js';
import { JoinRooms } from '../use-cases/join-rooms.js';
import { SharePresence } from '../use-cases/share-presence.js';
import { TailOutbox } from '../use-cases/tail-outbox.js';
import { slowConsumers, Connection } from './connection.js';
import { addressOf, credentialsOf } from './credentials-of.js';
import { ignoreUpgrade } from './ignore-upgrade.js';
import { PendingHandshakes } from './pending-handshakes.js';

const path = '/socket.io/';

/** The result of a handshake, until the connection is established. */
interface AdmittedSocket {
  readonly credentials: Credentials;
  readonly principal: Principal;
}

type Acknowledge = (answer: unknown) => void;

/**
 * Socket.IO at `/socket.io` (shapes 21). Events of an organization are sent to its connections that may read them and are in one of their
 * rooms. Every channel name contains the organization: that of the outbox row for sending, and that of the key or session for receiving.
 * Data from a client or payload never determines it.
 */
@Injectable()
export class SocketsGateway implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('sockets');
  private readonly server = new Server({
    path,
    serveClient: false,
    maxHttpBufferSize: socketLimits.messageBytes,
    connectTimeout: socketLimits.handshakeMs,
    destroyUpgrade: false,
    allowRequest: (_request, answer) => answer(null, !this.isFull()),
  });
  private readonly connections = new Set<Connection>();
  private readonly pending = new PendingHandshakes();
  private readonly upgraded = new Set<Duplex>();
  private readonly checking = new PeriodicTask('sockets', 'checking connections failed', socketLimits.recheckMs, () =>
    this.recheck([...this.connections]),
  );
  private readonly telling = new PeriodicTask('sockets', 'sending metrics failed', limits.operationsTellMs, () =>
    this.tellOperations(),
  );
  private isStopping = false;

  constructor(
    private readonly adapters: HttpAdapterHost,
    private readonly config: AppConfig,
    private readonly access: ConnectionAuthenticator,
    private readonly rooms: JoinRooms,
    private readonly tail: TailOutbox,
    private readonly presence: SharePresence,
    private readonly operations: ReadOperations,
    notifications: Notifications,
  ) {
    notifications.on('tamis_api_keys', (hash) => this.scheduleRecheck((each) => keyHashOf(each) === hash));
    notifications.on('tamis_sessions', () => this.scheduleRecheck((each) => keyHashOf(each) === null));
    tail.setListener((organizationId, events) => this.broadcast(organizationId, events));
  }

  onApplicationBootstrap(): void {
    const server = this.adapters.httpAdapter.getHttpServer() as HttpServer;
    this.server.use(
      (socket, next) =>
        void this.admit(socket).then(
          () => next(),
          (error: Error) => next(error),
        ),
    );
    this.server.on('connection', (socket) => this.connect(socket));
    this.server.attach(server);
    this.server.engine.on('connection', (raw: Socket['conn']) =>
      this.pending.add(addressOf(raw.request, this.config.trustedProxies), raw),
    );
    server.on('upgrade', (request, socket, rest) => {
      if (!request.url?.startsWith(path)) return ignoreUpgrade(server, request, socket, rest);
      this.upgraded.add(socket);
      socket.on('close', () => this.upgraded.delete(socket));
    });
    this.checking.start();
    this.presence.start((room, people) => this.emit(room.organizationId, new Date(), presenceEvent(room, people)));
    this.telling.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.checking.stop(), this.telling.stop(), this.tail.stop()]);
    this.server.disconnectSockets(true);
    this.server.engine.close();
    const end = performance.now() + socketLimits.closeMs;
    while (this.upgraded.size > 0 && performance.now() < end) await sleep(5);
    for (const socket of this.upgraded) socket.destroy();
    await this.presence.stop();
  }

  private isFull(): boolean {
    return this.isStopping || this.connections.size >= socketLimits.connections;
  }

  /** Authenticates a socket. Throws an error whose `data` is sent to the client. */
  private async admit(socket: Socket): Promise<void> {
    try {
      const credentials = credentialsOf(socket, this.config);
      const principal = await this.access.authenticate(credentials);
      const { organizationId } = principal;
      if (this.tail.countFollowers(organizationId) >= socketLimits.organizationConnections)
        throw new ApiError('RATE_LIMIT_EXCEEDED', 'The organization has reached its maximum number of connections');
      // A client that did not name an organization stays in the one that was determined here.
      socket.data = { credentials: { ...credentials, organizationId }, principal } satisfies AdmittedSocket;
      this.pending.remove(socket.conn);
    } catch (error) {
      const { code, message } = toApiError(error);
      if (code === 'INTERNAL_ERROR') this.logger.error(`a connection was refused: ${String(error)}`);
      throw Object.assign(new Error(message), { data: { code } });
    }
  }

  private connect(socket: Socket): void {
    const { credentials, principal } = socket.data as AdmittedSocket;
    const { organizationId, actor } = principal;
    const connection = new Connection(socket, credentials, principal);
    this.connections.add(connection);
    const following = this.tail.follow(organizationId);
    socket.on('disconnect', () => {
      this.connections.delete(connection);
      this.presence.remove(connection);
      this.tail.unfollow(organizationId);
      // A client that merely left its rooms would keep the connection open.
      socket.conn.close(true);
    });
    socket.on('subscribe', (body: unknown, acknowledge: unknown) => {
      void following
        .then(() => connection.subscribe(body, this.rooms))
        .then((answer) => {
          this.syncPresence(socket, connection);
          return answer;
        })
        .then(acknowledgeWith(acknowledge), (error: unknown) =>
          this.logger.warn(`joining rooms failed: ${String(error)}`),
        );
    });
    socket.on('unsubscribe', (body: unknown, acknowledge: unknown) => {
      acknowledgeWith(acknowledge)(connection.unsubscribe(body));
      this.syncPresence(socket, connection);
    });
    following.then(
      () => {
        if (!socket.connected) return;
        connection.syncChannels();
        const userId = actor.type === 'user' ? actor.id : null;
        const { rooms } = connection;
        socket.emit('connected', { organizationId, timestamp: new Date().toISOString(), userId, rooms });
      },
      (error: unknown) => {
        this.logger.warn(`reading events failed: ${String(error)}`);
        connection.close();
      },
    );
  }

  /** Tells a client who joins a room who is there. The others are notified of the change. */
  private syncPresence(socket: Socket, connection: Connection): void {
    // The connection may have ended while its rooms were looked up.
    if (!this.connections.has(connection)) return;
    for (const { people, ...room } of this.presence.update(connection)) {
      const { name, body } = presenceEvent(room, people);
      socket.emit(name, { timestamp: new Date().toISOString(), ...body, organizationId: room.organizationId });
    }
  }

  /** Skips an event that is identical to the one before: a file of items for a list counts as one change of the list. */
  private broadcast(organizationId: string, events: readonly TimedEvent[]): void {
    let before: SocketEvent | null = null;
    for (const announced of events) {
      const event = this.toSocketEventSafely(announced);
      if (!event) continue;
      if (before?.name !== event.name || !isDeepStrictEqual(before.body, event.body))
        this.emit(organizationId, announced.at, event);
      before = event;
    }
  }

  private toSocketEventSafely(announced: AnnouncedEvent): SocketEvent | null {
    try {
      return mapEvent(announced);
    } catch (error) {
      this.logger.error(`sending the event ${announced.event} failed: ${String(error)}`);
      return null;
    }
  }

  private emit(
    organizationId: string,
    at: Date,
    { name, rooms, permission, body, isTransient: isPassing }: SocketEvent,
  ): void {
    const { adapter } = this.server.of('/');
    const places = rooms
      .map((room) => channelOf(organizationId, room, permission))
      .filter((place) => adapter.rooms.has(place));
    if (places.length === 0) return;
    const to = this.server.to(places);
    // A time in the body is that of creation, which is more exact.
    const whole = { timestamp: at.toISOString(), ...body, organizationId };
    (isPassing ? to.except(slowConsumers) : to).emit(name, whole);
  }

  /** Sends operational figures to organizations with listeners. Without listeners, nothing is queried. */
  private async tellOperations(): Promise<void> {
    const permission = 'operations:read';
    const listening = organizationsIn(this.server.of('/').adapter.rooms.keys(), 'operations', permission);
    const tell = async (organizationId: string): Promise<void> => {
      const body = await this.operations.summary(organizationId);
      const event = { name: 'operations:summary', rooms: ['operations'], permission, body, isTransient: true } as const;
      this.emit(organizationId, new Date(body.at), event);
    };
    const { figuredOrganizations: most } = socketLimits;
    for (let from = 0; from < listening.length && !this.telling.isStopped; from += most)
      await Promise.all(listening.slice(from, from + most).map(tell));
  }

  /** Deferred, because other listeners of the same change must first clear their caches. */
  private scheduleRecheck(isMeant: (credentials: Credentials) => boolean): void {
    const meant = [...this.connections].filter(({ credentials }) => isMeant(credentials));
    if (meant.length > 0) setImmediate(() => void this.recheck(meant));
  }

  /** Closes connections that are no longer permitted. Never rejects. */
  private async recheck(connections: readonly Connection[]): Promise<void> {
    for (const connection of connections) {
      if (!this.connections.has(connection)) continue;
      try {
        const principal = await this.access.reauthenticate(connection.credentials);
        if (isSame(principal.scopes, connection.principal.scopes)) continue;
        connection.updatePrincipal(principal);
        this.presence.update(connection);
      } catch (error) {
        // An unavailable database says nothing about the permissions.
        if (error instanceof ApiError && [401, 403].includes(error.status)) connection.close();
        else this.logger.warn(`checking a connection failed: ${String(error)}`);
      }
    }
  }
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

const acknowledgeWith =
  (acknowledge: unknown): Acknowledge =>
  (answer) => {
    if (typeof acknowledge === 'function') (acknowledge as Acknowledge)(answer);
  };
