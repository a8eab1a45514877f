import type { Socket } from 'socket.io';

import { networkOf } from '../../../../platform/auth/index.js';
import { socketLimits } from '../domain/socket-limits.js';

type RawConnection = Pick<Socket['conn'], 'close' | 'once' | 'transport'>;

/** At once, for who would not read a farewell either: nothing of what waits is kept. */
export function dropConnection(raw: Pick<RawConnection, 'close' | 'transport'>): void {
  raw.close(true);
  const { socket } = raw.transport as unknown as { readonly socket?: { terminate?(): void } };
  socket?.terminate?.();
}

interface Handshake {
  readonly raw: RawConnection;
  readonly network: string;
  readonly timer: NodeJS.Timeout;
}

/**
 * Connections that have not said who they are: few of one address, and few of all. One too many ends the oldest, as a client says who it is
 * as soon as it is connected: those that stay silent make room for whoever comes, and keep nobody out.
 */
export class PendingHandshakes {
  /** In the order in which they came, as those of a network are. */
  private readonly all = new Map<RawConnection, Handshake>();
  private readonly byNetwork = new Map<string, Set<Handshake>>();

  get size(): number {
    return this.all.size;
  }

  add(address: string, raw: RawConnection): void {
    const network = networkOf(address);
    const timer = setTimeout(() => this.drop(handshake), socketLimits.handshakeMs).unref();
    const handshake: Handshake = { raw, network, timer };
    const ofNetwork = this.byNetwork.get(network) ?? new Set();
    this.byNetwork.set(network, ofNetwork.add(handshake));
    this.all.set(raw, handshake);
    raw.once('close', () => this.remove(raw));
    const [oldestOfNetwork] = ofNetwork;
    if (ofNetwork.size > socketLimits.addressHandshakes) this.drop(oldestOfNetwork!);
    const [oldest] = this.all.values();
    if (this.all.size > socketLimits.handshakes) this.drop(oldest!);
  }

  /** It has said who it is, or is gone. */
  remove(raw: RawConnection): void {
    const handshake = this.all.get(raw);
    if (!handshake) return;
    clearTimeout(handshake.timer);
    this.all.delete(raw);
    const ofNetwork = this.byNetwork.get(handshake.network)!;
    ofNetwork.delete(handshake);
    if (ofNetwork.size === 0) this.byNetwork.delete(handshake.network);
  }

  private drop({ raw }: Handshake): void {
    this.remove(raw);
    dropConnection(raw);
  }
}
