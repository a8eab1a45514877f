import type { Socket } from 'socket.io-client';

/** What the console listens to, by the name of the event. */
export interface LiveEvents {
  readonly 'rule:changed': { readonly ruleId: string; readonly version: number; readonly updatedBy: string | null };
  readonly 'rule:status-changed': { readonly ruleId: string; readonly status: string };
  readonly 'rule:guard-tripped': { readonly ruleId: string };
  readonly 'rule:approval-requested': { readonly approvalId: string };
  readonly 'rule:approval-decided': { readonly approvalId: string };
  readonly 'rule-set:activated': { readonly number: number };
  readonly 'alert:created': { readonly id: string };
  readonly 'alert:updated': { readonly id: string; readonly investigationId: string | null };
  readonly 'case:created': { readonly id: string };
  readonly 'case:updated': { readonly id: string };
  readonly 'case:changed': { readonly caseId: string };
  readonly 'screening-match:updated': { readonly matchId: string };
  readonly 'kyc:validation-updated': { readonly validationId: string };
  readonly 'kyc:validation-assigned': { readonly validationId: string };
  readonly 'transaction:created': { readonly transactionId: string };
  readonly 'batch-job:progress': { readonly jobId: string };
  readonly 'batch-job:finished': { readonly jobId: string };
  readonly 'webhook-delivery:simulated': { readonly webhookId: string };
  readonly 'rule:dry-run-progress': { readonly dryRunId: string | null; readonly sweepId: string | null };
  readonly 'rule:dry-run-finished': { readonly dryRunId: string | null; readonly sweepId: string | null };
}

export type LiveName = keyof LiveEvents;

/** `polling`: no connection comes about, and what is live is read again every so often. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling';

export interface Live {
  on<Name extends LiveName>(name: Name, hear: (body: LiveEvents[Name]) => void): () => void;
  /** Called whenever something may have been missed: nothing is replayed, so whatever is live is to be read again. */
  onGap(hear: () => void): () => void;
  /** Takes part in a room as long as somebody does. */
  enter(room: string): () => void;
  onState(hear: (state: LiveState) => void): () => void;
  end(): void;
}

const pollMs = 15_000;
const longestPauseMs = 5_000;

type Hear = (body: never) => void;

/** One connection to what happens in an organization. It comes about by itself, and comes back by itself. */
export function connectLive(organizationId: string): Live {
  const listeners = new Map<string, Set<Hear>>();
  const rooms = new Map<string, number>();
  let state: LiveState = 'connecting';
  let socket: Socket | null = null;
  let isEnded = false;
  const tell = (name: string, body: unknown): void => {
    for (const hear of listeners.get(name) ?? []) hear(body as never);
  };
  const listen = (name: string, hear: Hear): (() => void) => {
    const heard = listeners.get(name) ?? new Set();
    listeners.set(name, heard.add(hear));
    return () => heard.delete(hear);
  };
  const turn = (now: LiveState): void => {
    state = now;
    tell('state', now);
  };
  const connect = async (): Promise<void> => {
    const { io } = await import('socket.io-client');
    if (isEnded) return;
    socket = io(location.origin, {
      auth: { organizationId },
      transports: ['websocket', 'polling'],
      reconnectionDelayMax: longestPauseMs,
    });
    socket.on('connected', () => {
      if (rooms.size > 0) socket?.emit('subscribe', { rooms: [...rooms.keys()] });
      turn('live');
      tell('gap', null);
    });
    socket.on('disconnect', (reason) => {
      turn('reconnecting');
      // Who is put out by the server is not brought back by the library.
      if (reason === 'io server disconnect') socket?.connect();
    });
    socket.on('connect_error', () => turn('polling'));
    socket.onAny((name: string, body: unknown) => tell(name, body));
  };
  void connect();
  const polling = setInterval(() => {
    if (state !== 'live') tell('gap', null);
  }, pollMs);
  return {
    on: (name, hear) => listen(name, hear),
    onGap: (hear) => listen('gap', hear),
    onState: (hear) => {
      hear(state);
      return listen('state', hear);
    },
    enter: (room) => {
      const count = rooms.get(room) ?? 0;
      rooms.set(room, count + 1);
      if (count === 0 && state === 'live') socket?.emit('subscribe', { rooms: [room] });
      return () => {
        const left = (rooms.get(room) ?? 1) - 1;
        if (left > 0) return void rooms.set(room, left);
        rooms.delete(room);
        socket?.emit('unsubscribe', { rooms: [room] });
      };
    },
    end: () => {
      isEnded = true;
      clearInterval(polling);
      socket?.disconnect();
    },
  };
}
