import { answerOf, ownClient } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { AddressForm } from '../parts/address-form.js';

export function ForgotPage() {
  const text = useText().people;
  const ask = (email: string) => answerOf(ownClient.POST('/auth/password/forgot', { body: { email } }));
  return <AddressForm title={text.forgotTitle} tells={text.forgotTells} sent={text.sent} ask={ask} />;
}
