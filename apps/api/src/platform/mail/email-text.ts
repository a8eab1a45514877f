import type { EmailEvent } from './outgoing-emails.js';

export interface EmailText {
  readonly subject: string;
  readonly text: string;
}

interface EmailContent {
  readonly payload: Readonly<Record<string, unknown>>;
  /** The token; empty if the email has none. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Paths of the pages to which emails link, under the first of `PUBLIC_ORIGINS`. */
export const pages = {
  invitation: '/accept-invitation',
  signUp: '/sign-up/complete',
  passwordReset: '/reset-password',
} as const;

/** The token is placed after `#`, so that no server on the way logs it. */
export const tokenLink = (origin: string, page: string, token: string): string => `${origin}${page}#token=${token}`;

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const ignoring = 'If you did not expect this email, you can ignore it: nothing will happen.';

const compose = (subject: string, ...parts: readonly string[]): EmailText => ({
  subject,
  text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
});

/**
 * Returns the content of an email. `origin` is that of the sign-in pages. If it is `null`, there are none, and the text contains the token
 * itself.
 */
export function emailText(
  event: EmailEvent,
  { payload, token, expiresAt }: EmailContent,
  origin: string | null,
): EmailText {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const way = (page: string, route: string): string =>
    origin === null
      ? `Send this secret to ${route}:\n\n${token}\n\nIt can be used once, until ${until}.`
      : `Open this page:\n\n${tokenLink(origin, page, token)}\n\nThe link can be used once, until ${until}.`;
  switch (event) {
    case 'mail.invitation': {
      const [by, role, organization] = [payload['invitedBy'], payload['role'], payload['organization']].map(asText);
      return compose(
        `You have been invited to ${organization}`,
        `${by} has invited you to ${organization} on Tamis, with the role ${role}.`,
        way(pages.invitation, 'POST /auth/invitations/accept'),
        ignoring,
      );
    }
    case 'mail.sign_up':
      return compose(
        'Finish signing up for Tamis',
        'Someone, probably you, is signing up for Tamis with this address.',
        way(pages.signUp, 'POST /auth/sign-up/complete'),
        ignoring,
      );
    case 'mail.sign_up_again':
      return compose(
        'You have an account with Tamis',
        'Someone, probably you, tried to sign up for Tamis with this address, which already has an account. Sign in with your password, or request a new one if you forgot it.',
        ignoring,
      );
    case 'mail.password_reset':
      return compose(
        'Choose a new password for Tamis',
        'Someone, probably you, requested a new password for your Tamis account.',
        way(pages.passwordReset, 'POST /auth/password/reset'),
        ignoring,
      );
    case 'mail.sign_in_attempts':
      return compose(
        'Someone is trying to sign in to your account',
        'Someone tried several passwords for your Tamis account and was slowed down. Your account is not locked. If it was not you, choose a long password that you use nowhere else.',
      );
    case 'mail.automation':
    case 'mail.import_report':
      return compose(asText(payload['subject']), asText(payload['body']));
    case 'mail.document_request':
      return documentsText(payload, token, until);
    case 'mail.identity_validation':
      return validationText(payload, token, until);
    case 'mail.notification': {
      const [title, body, link] = [payload['title'], payload['body'], payload['link']].map(asText) as [
        string,
        string,
        string,
      ];
      return compose(title, body, origin === null || link === '' ? '' : `${origin}${link}`);
    }
  }
}

type LinkText = (payload: EmailContent['payload'], token: string, until: string) => EmailText;

const validationText: LinkText = ({ organization, link }, token, until) =>
  compose(
    `${asText(organization)} asks you to verify your identity`,
    `${asText(organization)} asks you to verify your identity with a document and a photo of your face. Have your document at hand and open this page:`,
    `${asText(link)}${token}\n\nIt is valid until ${until}.`,
    ignoring,
  );

const documentsText: LinkText = ({ organization, documents, message, link }, token, until) => {
  const labels = Array.isArray(documents) ? documents.map((label) => `- ${asText(label)}`) : [];
  return compose(
    `${asText(organization)} asks you for documents`,
    `${asText(organization)} asks you for these documents:\n\n${labels.join('\n')}`,
    asText(message),
    `Send them on this page:\n\n${asText(link)}${token}\n\nIt is valid until ${until}.`,
    ignoring,
  );
};
