import type { Socket } from 'socket.io';

import { UnknownConnections } from '../../../../platform/auth/index.js';
import { socketLimits } from '../domain/socket-limits.js';

type RawConnection = Pick<Socket['conn'], 'close' | 'once' | 'transport'>;

/** Closes the connection at once and discards what is waiting, for clients that would not read a closing message either. */
export function dropConnection(raw: Pick<RawConnection, 'close' | 'transport'>): void {
  raw.close(true);
  const { socket } = raw.transport as unknown as { readonly socket?: { terminate?(): void } };
  socket?.terminate?.();
}

/** Connections that have not authenticated yet and have a few seconds to do so. */
export class PendingHandshakes {
  private readonly connections = new UnknownConnections<RawConnection>(socketLimits.handshakes, dropConnection);

  add(address: string, raw: RawConnection): void {
    this.connections.add(address, raw);
    const timer = setTimeout(() => {
      if (this.connections.remove(raw)) dropConnection(raw);
    }, socketLimits.handshakeMs).unref();
    raw.once('close', () => {
      clearTimeout(timer);
      this.connections.remove(raw);
    });
  }

  /** Removes a connection that has authenticated. */
  remove(raw: RawConnection): void {
    this.connections.remove(raw);
  }
}
