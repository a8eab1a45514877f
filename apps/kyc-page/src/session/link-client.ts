/** A refusal by the server, with its reason. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    said: string,
    /** Whether the request was sent before: the server may have accepted it then and its response may have been lost. */
    readonly wasSentBefore: boolean,
  ) {
    super(said);
  }
}

/** Why a request is waiting to be sent again. */
export type Waiting = 'offline' | 'busy';

export interface Retrying {
  /** Called when a request has to wait, and with `null` once there is a response. */
  readonly onWaiting: (waiting: Waiting | null, retryNow: () => void) => void;
}

const firstWaitMs = 1_000;
const longestWaitMs = 15_000;
/** Statuses of an intermediary between the page and the server, or of a server that is temporarily unavailable. */
const transient: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Sends requests to the server for one link. A request lost by the network is sent again until there is a response. */
export class LinkClient {
  constructor(
    private readonly base: string,
    private readonly retrying: Retrying,
  ) {}

  protected post<T>(path: string): Promise<T> {
    return this.send('POST', path, '{}', 'application/json', newKey());
  }

  /**
   * Sends a request that ends the link. Returns `null` if it was accepted but its response was lost, in which case the retry reports that
   * the link does not exist.
   */
  protected async postOnce<T>(path: string): Promise<T | null> {
    try {
      return await this.post<T>(path);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404 && error.wasSentBefore) return null;
      throw error;
    }
  }

  protected async send<T>(method: string, path: string, body?: BodyInit, type?: string, key?: string): Promise<T> {
    const headers = new Headers({ accept: 'application/json' });
    if (type !== undefined) headers.set('content-type', type);
    // A request that is sent again must not take effect twice.
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
  // The details about fields say more than the general message.
  const details = Object.values(inner.details ?? {}).filter((each) => typeof each === 'string');
  const general = typeof error === 'string' ? error : (inner.message ?? body.message ?? `HTTP ${answer.status}`);
  const said = details.length > 0 ? details.join('; ') : general;
  throw new Refusal(answer.status, inner.code ?? body.code ?? '', said, wasSentBefore);
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
