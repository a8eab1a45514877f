import { answerOf, ownClient } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { AddressForm } from '../parts/address-form.js';

export function SignUpPage() {
  const text = useText().people;
  const ask = (email: string) => answerOf(ownClient.POST('/auth/sign-up', { body: { email } }));
  return <AddressForm title={text.signUpTitle} tells={text.signUpTells} sent={text.signUpSent} ask={ask} />;
}
