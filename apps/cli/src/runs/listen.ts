import { failure, ok, type Result } from '@tamis/stdx';
import { Webhook } from 'standardwebhooks';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureProblem, printProblem, type Problem, usageProblem } from '../problem.js';
import type { ApiClient } from '../server/api-client.js';
import { connect, serverAddress } from '../server/connect.js';

export interface ListenFlags {
  readonly forward: string;
  readonly events?: string;
  readonly server?: string;
}

/** A delivery that the server does not send. */
interface SimulatedDelivery {
  readonly eventId: string;
  readonly event: string;
  /** The exact bytes that are signed. */
  readonly body: string;
}

interface Listener {
  readonly id: string;
  readonly secret: string;
}

/** This name does not exist (RFC 2606), and a sandbox resolves no names. */
const unusedAddress = 'https://listen.tamis.invalid/';
const forwardMs = 30_000;

/** Creates a webhook in a sandbox and forwards its deliveries until the command is stopped; then deletes the webhook. */
export async function listen(flags: ListenFlags, io: CliIo): Promise<ExitCode> {
  const receiver = serverAddress(flags.forward);
  if (receiver === null)
    return printProblem(
      usageProblem(`\`${flags.forward}\` is not the address of a receiver: http://localhost:4000/hook`),
      io,
    );
  const client = connect(flags.server, io);
  if (!client.ok) return printProblem(client.error, io);
  const made = await createListener(client.value, flags.events?.split(',') ?? ['*']);
  if (!made.ok) return printProblem(made.error, io);
  const { id, secret } = made.value;
  try {
    const ended = await forwardAll(client.value, { id, secret }, receiver, io);
    return ended === null ? exitCodes.ok : printProblem(ended, io);
  } finally {
    await client.value.withoutAbort().request(`/webhook-config/${id}`, { method: 'DELETE' });
  }
}

async function createListener(client: ApiClient, events: readonly string[]): Promise<Result<Listener, Problem>> {
  const body = { name: 'tamis listen', url: unusedAddress, events };
  const made = await client.request('/webhook-config', { body });
  if (!made.ok) {
    const hint =
      '  `tamis listen` needs the key of a sandbox: a production organization only sends to public addresses';
    return failure({ ...made.error, message: `${made.error.message}\n${hint}` });
  }
  const { webhook, secret } = made.value as unknown as {
    readonly webhook: { readonly id: string };
    readonly secret: string;
  };
  return ok({ id: webhook.id, secret });
}

/** Resolves to `null` when the command is stopped, or to a problem when the server no longer allows listening. */
async function forwardAll(
  client: ApiClient,
  { id, secret }: Listener,
  receiver: string,
  io: CliIo,
): Promise<Problem | null> {
  const socket = await client.openSocket();
  const signer = new Webhook(secret);
  // Deliveries are forwarded one after the other, in the order of arrival.
  let forwarded = Promise.resolve();
  try {
    return await new Promise<Problem | null>((resolve) => {
      io.abortSignal.addEventListener('abort', () => resolve(null), { once: true });
      socket.on('connect_error', (error: Error & { readonly data?: { readonly code?: string } }) => {
        if (error.data?.code !== undefined)
          resolve(failureProblem(`the server does not allow listening: ${error.data.code}`));
      });
      socket.on('connect', () => {
        void socket.emitWithAck('subscribe', { rooms: [`webhook:${id}`] }).then(() => {
          io.err(`listening; events are forwarded to ${receiver}, signed with ${secret}\n`);
        });
      });
      socket.on('webhook-delivery:simulated', (delivery: SimulatedDelivery) => {
        forwarded = forwarded.then(async () => io.out(`${await forwardOne(signer, delivery, receiver)}\n`));
      });
      socket.connect();
    });
  } finally {
    socket.close();
    await forwarded;
  }
}

/** Forwards one delivery and returns a line with the result. */
async function forwardOne(
  signer: Webhook,
  { eventId, event, body }: SimulatedDelivery,
  receiver: string,
): Promise<string> {
  const at = new Date();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tamis-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signer.sign(eventId, at, body),
    'x-webhook-event': event,
    'x-webhook-attempt': '1',
  };
  const options = {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(forwardMs),
  } as const;
  try {
    const { status } = await fetch(receiver, options);
    return `${at.toISOString()}  ${event}  ${eventId}  ${status}`;
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
    return `${at.toISOString()}  ${event}  ${eventId}  not received: ${cause?.code ?? message}`;
  }
}
