import { Link, useNavigate } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { Card } from '../parts/card.js';
import { SignInForm } from '../parts/sign-in-form.js';
import classes from '../people.module.css';

export function SignInPage() {
  const text = useText().people;
  const navigate = useNavigate();
  return (
    <Card title={text.signIn}>
      <SignInForm onDone={() => void navigate({ to: '/' })} />
      <div className={classes['foot']}>
        <Link to="/forgot-password">{text.forgot}</Link>
        <Link to="/sign-up">{text.signUp}</Link>
      </div>
    </Card>
  );
}
