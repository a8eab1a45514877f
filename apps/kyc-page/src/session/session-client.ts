import type { SessionState, SessionSteps, Side } from '../model/flow.js';
import type { Correction } from '../model/zone-lines.js';

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    said: string,
    /** The same request may have been taken before, and its answer lost. */
    readonly wasSentBefore: boolean,
  ) {
    super(said);
  }
}

/** Why a request waits to be sent once more. */
export type Waiting = 'offline' | 'busy';

export interface Retrying {
  /** Told when a request waits, and with null when it was answered. */
  readonly onWaiting: (waiting: Waiting | null, retryNow: () => void) => void;
}

export interface DocumentSent {
  readonly corrections: readonly (Correction & { readonly message: string })[];
  readonly attemptsLeft: number;
  readonly steps: SessionSteps;
}

export interface DocumentToSend {
  readonly documentType: string;
  readonly issuingCountry: string;
  readonly mrzLines?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly status: string;
  readonly redirectUrl?: string | null;
}

const firstWaitMs = 1_000;
const longestWaitMs = 15_000;
/** Of something between us and the server, or of a server that will be there again. */
const transient: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Speaks to the server for one link. Whatever the network loses is sent again until it is answered. */
export class SessionClient {
  constructor(
    private readonly base: string,
    private readonly retrying: Retrying,
  ) {}

  state(): Promise<SessionState> {
    return this.send('GET', '/state');
  }

  putImage(side: Side, image: Blob): Promise<{ steps: SessionSteps }> {
    return this.send('PUT', `/images/${side}`, image, image.type);
  }

  putDocument(document: DocumentToSend): Promise<DocumentSent> {
    return this.send('PUT', '/document', JSON.stringify(document), 'application/json');
  }

  async submit(): Promise<Ended> {
    try {
      return await this.post('/submit');
    } catch (error) {
      // A link ends with what is submitted: where the answer was lost, the next one is that there is no such link.
      if (!(error instanceof Refusal && error.status === 404 && error.wasSentBefore)) throw error;
      return { status: 'in_review' };
    }
  }

  cancel(): Promise<Ended> {
    return this.post('/cancel');
  }

  private post(path: string): Promise<Ended> {
    return this.send('POST', path, '{}', 'application/json', newKey());
  }

  private async send<T>(method: string, path: string, body?: BodyInit, type?: string, key?: string): Promise<T> {
    const headers = new Headers({ accept: 'application/json' });
    if (type !== undefined) headers.set('content-type', type);
    // A request that is sent again must not do the same twice.
    if (key !== undefined) headers.set('idempotency-key', key);
    const request: RequestInit = { method, headers, credentials: 'omit', cache: 'no-store' };
    if (body !== undefined) request.body = body;
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      const answer = await fetch(this.base + path, request).catch(() => null);
      if (answer !== null && !transient.has(answer.status)) {
        this.retrying.onWaiting(null, () => undefined);
        return readResponse<T>(answer, waitMs > firstWaitMs);
      }
      await this.wait(answer === null ? 'offline' : 'busy', waitMs);
    }
  }

  private wait(waiting: Waiting, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        removeEventListener('online', go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      addEventListener('online', go);
      this.retrying.onWaiting(waiting, go);
    });
  }
}

interface ErrorBody {
  readonly error?:
    | string
    | { readonly code?: string; readonly message?: string; readonly details?: Readonly<Record<string, unknown>> };
  readonly code?: string;
  readonly message?: string;
}

async function readResponse<T>(answer: Response, wasSentBefore: boolean): Promise<T> {
  const body = (await answer.json().catch(() => ({}))) as T & ErrorBody;
  if (answer.ok) return body;
  const { error } = body;
  const inner = typeof error === 'object' ? error : {};
  // What is wrong with a field says more than that something is.
  const details = Object.values(inner.details ?? {}).filter((each) => typeof each === 'string');
  const general = typeof error === 'string' ? error : (inner.message ?? body.message ?? `HTTP ${answer.status}`);
  const said = details.length > 0 ? details.join('; ') : general;
  throw new Refusal(answer.status, inner.code ?? body.code ?? '', said, wasSentBefore);
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
