import type { Socket } from 'socket.io';

import { UnknownConnections } from '../../../../platform/auth/index.js';
import { socketLimits } from '../domain/socket-limits.js';

type RawConnection = Pick<Socket['conn'], 'close' | 'once' | 'transport'>;

/** At once, for who would not read a farewell either: nothing of what waits is kept. */
export function dropConnection(raw: Pick<RawConnection, 'close' | 'transport'>): void {
  raw.close(true);
  const { socket } = raw.transport as unknown as { readonly socket?: { terminate?(): void } };
  socket?.terminate?.();
}

/** Connections that have not said who they are, and have some seconds to do so. */
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

  /** It has said who it is. */
  remove(raw: RawConnection): void {
    this.connections.remove(raw);
  }
}
