import { optionalText, switchSetting } from './setting.js';

/** Settings for outgoing requests and emails. */
export const egressSettings = {
  webhookLoopback: switchSetting({
    name: 'WEBHOOK_LOOPBACK',
    description:
      '`on`: webhooks and own addresses of integrations may lead to `http://localhost:…` and other loopback addresses, and webhooks of sandboxes are sent to those; in development alone',
  }),
  egress: switchSetting({
    name: 'EGRESS',
    description:
      '`off`: webhooks, providers, files of lists and rates are not sent to or asked, so that a copy of a database acts on nothing outside',
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
    description: 'address that emails come from; needed with `MAIL_URL`',
    problem: (text) =>
      /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) ? null : `\`${text}\` is no address as \`tamis@example.com\``,
  }),
  showEmails: switchSetting({
    name: 'SHOW_EMAILS',
    description:
      '`on`: emails are printed on the standard output with the tokens that stand in them; in development alone',
  }),
};

function mailUrlProblem(text: string): string | null {
  const problem = 'not an `smtp://` or `smtps://` address, with `?tls=off` at most';
  if (!URL.canParse(text)) return problem;
  const { protocol, hostname, pathname, search } = new URL(text);
  const isMailServer = ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && ['', '/'].includes(pathname);
  return isMailServer && ['', '?tls=off'].includes(search) ? null : problem;
}
