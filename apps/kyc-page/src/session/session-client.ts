import { LinkClient } from './link-client.js';
import type { SessionState, SessionSteps, Side } from '../model/flow.js';
import type { Correction } from '../model/zone-lines.js';

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

/** Requests of the page of a validation. */
export class SessionClient extends LinkClient {
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
    return (await this.postOnce<Ended>('/submit')) ?? { status: 'in_review' };
  }

  cancel(): Promise<Ended> {
    return this.post('/cancel');
  }
}
