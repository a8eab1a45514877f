import { Injectable } from '@nestjs/common';

import { Egress, type EgressError, type OutgoingRequest } from '../../../../platform/egress/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import { deliveryResponse } from '../domain/delivery-response.js';
import type { DeliveryAttempt } from '../domain/delivery.js';
import { signatures } from '../domain/signature.js';
import type { SigningWebhook } from '../domain/webhook.js';

/** What is sent, and its timestamp. */
export interface OutgoingDelivery {
  readonly eventId: string;
  readonly event: string;
  readonly body: string;
  readonly attempt: number;
}

/** Result of sending. */
export interface SendOutcome {
  readonly attempt: DeliveryAttempt;
  readonly isSuccess: boolean;
  /** Response header. */
  readonly retryAfter: string | undefined;
}

/** Makes one attempt to send a delivery. */
@Injectable()
export class SendDelivery {
  constructor(private readonly egress: Egress) {}

  /** Whether deliveries of the webhook are sent: a sandbox sends only to this machine, and only in development. */
  isSent({ environment, url }: SigningWebhook): boolean {
    return environment === 'production' || this.egress.isOpenLoopback(url);
  }

  async send(
    webhook: SigningWebhook,
    outgoing: OutgoingDelivery,
    timeoutMs: number = webhook.timeoutMs,
  ): Promise<SendOutcome> {
    const at = new Date();
    const begun = performance.now();
    const request: OutgoingRequest = {
      url: webhook.url,
      method: 'POST',
      headers: headersOf(webhook, outgoing, at),
      body: outgoing.body,
      timeoutMs,
      discardBodyMaxBytes: deliveryLimits.answerBytes,
      keptBodyBytes: deliveryLimits.response.bytes,
    };
    const answered = this.egress.isOpenLoopback(webhook.url)
      ? await this.egress.sendToLoopback(request)
      : await this.egress.send(webhook.organizationId, request);
    const durationMs = Math.round(performance.now() - begun);
    const base = { at: at.toISOString(), durationMs };
    if (!answered.ok) {
      const attempt = { ...base, statusCode: null, error: failureTexts[answered.error](timeoutMs) };
      return { attempt, isSuccess: false, retryAfter: undefined };
    }
    const { status, headers, body } = answered.value;
    const isMoved = status >= 300 && status < 400;
    const response = deliveryResponse(headers, body);
    const attempt = { ...base, statusCode: status, ...(isMoved && { error: 'redirects are not followed' }), response };
    return { attempt, isSuccess: status >= 200 && status < 300, retryAfter: headers['retry-after'] };
  }
}

function headersOf(
  { headers, secret, previousSecrets }: SigningWebhook,
  { eventId, event, body, attempt }: OutgoingDelivery,
  at: Date,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    ...headers,
    'Content-Type': 'application/json',
    'User-Agent': 'Tamis-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures([secret, ...previousSecrets.map((each) => each.secret)], {
      id: eventId,
      timestamp,
      body,
    }),
    'X-Webhook-Event': event,
    'X-Webhook-Attempt': String(attempt),
  };
}

const failureTexts: Readonly<Record<EgressError, (timeoutMs: number) => string>> = {
  off: () => 'this server sends nothing outside (EGRESS=off)',
  sandbox: () => 'a sandbox sends nothing outside',
  'not-allowed': () => 'the address is not on the public internet',
  'unknown-name': () => 'the host name could not be resolved',
  refused: () => 'the connection was refused',
  certificate: () => 'the certificate of the receiver is not valid',
  timeout: (timeoutMs) => `no response within ${timeoutMs} ms`,
  'too-large': () => 'the response exceeds the allowed size',
  failed: () => 'the connection was closed before there was a response',
};
