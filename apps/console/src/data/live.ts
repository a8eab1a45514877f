import type { components } from '@tamis/client';
import type { Socket } from 'socket.io-client';

/** What the console listens to, by the name of the event. */
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

/** How far a dry run or a sweep is: one of both ids is there. */
interface RunProgress {
  readonly dryRunId?: string;
  readonly sweepId?: string;
  readonly status: string;
  readonly progress: components['schemas']['DryRunDto']['progress'];
}

/** Somebody who has the same record open. */
export interface PresentPerson {
  readonly userId: string;
  readonly name: string;
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
  /** Takes part in a room, and hears who else does: at once, and whenever that changes. */
  onPeople(room: string, hear: (people: readonly PresentPerson[]) => void): () => void;
  onState(hear: (state: LiveState) => void): () => void;
  end(): void;
}

const pollMs = 15_000;
const longestPauseMs = 5_000;

type Hear = (body: never) => void;
type Tell = (name: string, body: unknown) => void;

const peopleIn = (room: string): string => `people ${room}`;

/** The rooms that somebody takes part in, each as long as one does, and who else is there. */
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
    /** Who is there is told anew once the connection is back. */
    forgetPeople: (): void => {
      people.clear();
      for (const room of counts.keys()) tell(peopleIn(room), []);
    },
  };
}

/** Who hears what, by the name of it. */
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

/** One connection to what happens in an organization. It comes about by itself, and comes back by itself. */
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
      // Who is put out by the server is not brought back by the library.
      if (reason === 'io server disconnect') socket?.connect();
    });
    socket.on('connect_error', () => {
      // Refused, as where the session has ended: whoever reads again learns why.
      if (state !== 'polling' && socket?.active === false) tell('gap', null);
      turn('polling');
    });
    socket.onAny((name: string, body: unknown) => tell(name, body));
  };
  void connect();
  const polling = setInterval(() => {
    if (state === 'live') return;
    tell('gap', null);
    // Who is refused is not brought back by the library.
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
