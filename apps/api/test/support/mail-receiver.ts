import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

import { receiverCertificate as cert, receiverKey as key } from './receivers-at-home.mjs';
import { waitUntil } from './wait-until.js';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
}

export interface MailReceiver {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Reply codes by recipient: 550 rejects permanently, 451 temporarily. */
  readonly answers: Map<string, number>;
  /** Waits until this many emails to an address have been received, and returns them. */
  waitFor(to: string, count?: number): Promise<readonly ReceivedMail[]>;
  close(): Promise<void>;
}

/** Opens a mail server on this machine. `port` reuses the port of an earlier server. */
export async function openMailReceiver(
  options: { readonly port?: number; readonly secure?: boolean } = {},
): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  const answers = new Map<string, number>();
  const server = new SMTPServer({
    ...(options.secure && { secure: true, key, cert }),
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'tamis' && password === 'p@ss word' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) => {
      const code = answers.get(address);
      done(code === undefined ? null : Object.assign(new Error('no'), { responseCode: code }));
    },
    onData: (stream, session, done) => {
      void simpleParser(stream).then(({ from, subject, text, messageId }) => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: from?.text ?? '',
          subject: subject ?? '',
          text: text ?? '',
          messageId: messageId ?? '',
        });
        done();
      }, done);
    },
  });
  // A client that disconnects halfway is not an error of the test.
  server.on('error', () => undefined);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const to = (address: string): readonly ReceivedMail[] => received.filter((mail) => mail.to.includes(address));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    answers,
    waitFor: async (address, count = 1) => {
      await waitUntil(() => to(address).length >= count);
      return to(address);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
