import { useText } from '../../../i18n/reader.js';
import { FailureNotice, Notice } from '../../../ui/index.js';
import { CookieRefused } from './use-sign-in.js';

export function SignInFailure({ error }: { readonly error: unknown }) {
  const text = useText().errors;
  if (!error) return null;
  if (error instanceof CookieRefused) return <Notice kind="warning">{text.cookieRefused}</Notice>;
  return <FailureNotice error={error} />;
}
