import { optionalText, switchSetting } from './setting.js';

/** Settings for outgoing requests and emails. */
export const egressSettings = {
  webhookLoopback: switchSetting({
    name: 'WEBHOOK_LOOPBACK',
    description:
      '`on`: webhooks and custom addresses of integrations can lead to `http://localhost:…` and other loopback addresses, and sandboxes send webhooks to those; only for development',
  }),
  egress: switchSetting({
    name: 'EGRESS',
    description:
      '`off`: no requests are sent to webhooks, providers, list files and rate sources, so that a copy of a database has no effect outside',
    default: 'on',
  }),
  /** Contains a password: never print it. */
  mailUrl: optionalText({
    name: 'MAIL_URL',
    description:
      '`smtp://user:password@host:587` (with STARTTLS) or `smtps://…:465` of the server that takes emails; `?tls=off` where it stands in a network of its own. Without one, whoever manages members is given links to hand on',
    problem: mailUrlProblem,
  }),
  mailFrom: optionalText({
    name: 'MAIL_FROM',
    description: 'sender address of emails; required by `MAIL_URL`',
    problem: (text) =>
      /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) ? null : `\`${text}\` is not an address such as \`tamis@example.com\``,
  }),
  showEmails: switchSetting({
    name: 'SHOW_EMAILS',
    description: '`on`: emails are printed to standard output with the tokens in them; only for development',
  }),
};

function mailUrlProblem(text: string): string | null {
  const problem = 'not an `smtp://` or `smtps://` address, optionally with `?tls=off`';
  if (!URL.canParse(text)) return problem;
  const { protocol, hostname, pathname, search } = new URL(text);
  const isMailServer = ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && ['', '/'].includes(pathname);
  return isMailServer && ['', '?tls=off'].includes(search) ? null : problem;
}
