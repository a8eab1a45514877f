import { Module } from '@nestjs/common';

import { AuthModule } from '../../../platform/auth/index.js';
import { SocketsGateway } from './http/sockets.gateway.js';
import { OutboxReader } from './persistence/outbox-reader.js';
import { JoinRooms } from './use-cases/join-rooms.js';
import { SharePresence } from './use-cases/share-presence.js';
import { TailOutbox } from './use-cases/tail-outbox.js';

/** Notifies connected clients of events immediately. */
@Module({ imports: [AuthModule], providers: [JoinRooms, OutboxReader, SharePresence, SocketsGateway, TailOutbox] })
export class SocketsModule {}
