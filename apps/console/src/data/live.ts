import type { components } from '@tamis/client';
import type { Socket } from 'socket.io-client';

/** Events that the console listens to, by name. */
export interface LiveEvents {
  readonly 'rule:changed': { readonly ruleId: string; readonly version: number; readonly updatedBy: string | null };
  readonly 'rule:status-changed': { readonly ruleId: string; readonly status: string };
  readonly 'rule:guard-tripped': { readonly ruleId: string };
  readonly 'rule:approval-requested': { readonly approvalId: string };
  readonly 'rule:approval-decided': { readonly approvalId: string };
  readonly 'rule-set:activated': { readonly number: number };
  readonly 'list:changed': { readonly listId: string; readonly revision: number };
  readonly 'member:changed': { readonly email: string | null };
  readonly 'alert:created': { readonly id: string };
  readonly 'alert:updated': { readonly id: string; readonly investigationId: string | null };
  readonly 'case:created': { readonly id: string };
  readonly 'case:updated': { readonly id: string };
  readonly 'case:changed': { readonly caseId: string };
  readonly 'screening-match:updated': { readonly matchId: string };
  readonly 'kyc:validation-updated': { readonly validationId: string };
  readonly 'kyc:document-request-updated': { readonly documentRequestId: string };
  readonly 'kyc:validation-assigned': { readonly validationId: string };
  readonly 'transaction:created': { readonly transactionId: string };
  readonly 'batch-job:progress': { readonly jobId: string };
  readonly 'batch-job:finished': { readonly jobId: string };
  readonly 'webhook:delivery': { readonly webhookId: string; readonly deliveryId: string };
  readonly 'webhook-delivery:simulated': { readonly webhookId: string };
  readonly 'operations:summary': Omit<components['schemas']['OperationsSummaryDto'], 'success'>;
  readonly 'rule:dry-run-progress': RunProgress;
  readonly 'rule:dry-run-finished': RunProgress;
}

/** Progress of a dry run or a sweep. One of the two ids is present. */
interface RunProgress {
  readonly dryRunId?: string;
  readonly sweepId?: string;
  readonly status: string;
  readonly progress: components['schemas']['DryRunDto']['progress'];
}

/** Another user who has the same record open. */
export interface PresentPerson {
  readonly userId: string;
  readonly name: string;
}

export type LiveName = keyof LiveEvents;

/** `polling` means that no connection can be established, so that live data is read again periodically. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling';

export interface Live {
  on<Name extends LiveName>(name: Name, hear: (body: LiveEvents[Name]) => void): () => void;
  /** Calls `hear` whenever events may have been missed. Since nothing is replayed, all live data must then be read again. */
  onGap(hear: () => void): () => void;
  /** Joins a room until the returned function is called. */
  enter(room: string): () => void;
  /** Joins a room and calls `hear` with the other users in it, immediately and whenever they change. */
  onPeople(room: string, hear: (people: readonly PresentPerson[]) => void): () => void;
  onState(hear: (state: LiveState) => void): () => void;
  end(): void;
}

const pollMs = 15_000;
const longestPauseMs = 5_000;

type Hear = (body: never) => void;
type Tell = (name: string, body: unknown) => void;

const peopleIn = (room: string): string => `people ${room}`;

/** Keeps track of the joined rooms, how often each has been joined, and which other users are in it. */
function keepRooms(tell: Tell, send: (call: 'subscribe' | 'unsubscribe', rooms: readonly string[]) => void) {
  const counts = new Map<string, number>();
  const people = new Map<string, readonly PresentPerson[]>();
  return {
    enter: (room: string): (() => void) => {
      const count = counts.get(room) ?? 0;
      counts.set(room, count + 1);
      if (count === 0) send('subscribe', [room]);
      return () => {
        const left = (counts.get(room) ?? 1) - 1;
        if (left > 0) return void counts.set(room, left);
        counts.delete(room);
        people.delete(room);
        send('unsubscribe', [room]);
      };
    },
    enterAll: (): void => {
      if (counts.size > 0) send('subscribe', [...counts.keys()]);
    },
    peopleIn: (room: string): readonly PresentPerson[] => people.get(room) ?? [],
    hearPeople: (told: { readonly room: string; readonly people: readonly PresentPerson[] }): void => {
      people.set(told.room, told.people);
      tell(peopleIn(told.room), told.people);
    },
    /** The users in each room are announced again once the connection is restored. */
    forgetPeople: (): void => {
      people.clear();
      for (const room of counts.keys()) tell(peopleIn(room), []);
    },
  };
}

/** Keeps the listeners by event name. */
function keepListeners() {
  const listeners = new Map<string, Set<Hear>>();
  const tell: Tell = (name, body) => {
    for (const hear of listeners.get(name) ?? []) hear(body as never);
  };
  const listen = (name: string, hear: Hear): (() => void) => {
    const heard = listeners.get(name) ?? new Set();
    listeners.set(name, heard.add(hear));
    return () => heard.delete(hear);
  };
  return { tell, listen };
}

/** Opens a connection to the events of an organization. It connects and reconnects by itself. */
export function connectLive(organizationId: string): Live {
  const { tell, listen } = keepListeners();
  let state: LiveState = 'connecting';
  let socket: Socket | null = null;
  let isEnded = false;
  const rooms = keepRooms(tell, (call, names) => {
    if (state === 'live') socket?.emit(call, { rooms: names });
  });
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
      turn('live');
      rooms.enterAll();
      tell('gap', null);
    });
    socket.on('presence:changed', rooms.hearPeople);
    socket.on('disconnect', (reason) => {
      turn('reconnecting');
      rooms.forgetPeople();
      // The library does not reconnect after the server has closed the connection.
      if (reason === 'io server disconnect') socket?.connect();
    });
    socket.on('connect_error', () => {
      // Rejected, for example because the session has ended. Reading again shows the reason.
      if (state !== 'polling' && socket?.active === false) tell('gap', null);
      turn('polling');
    });
    socket.onAny((name: string, body: unknown) => tell(name, body));
  };
  void connect();
  const polling = setInterval(() => {
    if (state === 'live') return;
    tell('gap', null);
    // The library does not reconnect after the server has rejected the connection.
    if (socket?.active === false) socket.connect();
  }, pollMs);
  return {
    on: (name, hear) => listen(name, hear),
    onGap: (hear) => listen('gap', hear),
    onState: (hear) => {
      hear(state);
      return listen('state', hear);
    },
    enter: rooms.enter,
    onPeople: (room, hear) => {
      hear(rooms.peopleIn(room));
      const ends = [listen(peopleIn(room), hear), rooms.enter(room)];
      return () => ends.forEach((end) => end());
    },
    end: () => {
      isEnded = true;
      clearInterval(polling);
      socket?.disconnect();
    },
  };
}
