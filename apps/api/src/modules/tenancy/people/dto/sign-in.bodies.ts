import { EmailField, NameField, TextField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

/** A new password: the only requirement is its length. */
const NewPasswordField = (): PropertyDecorator =>
  TextField({
    required: true,
    min: limits.passwordCharacters,
    max: limits.passwordMaxCharacters,
    description: 'Any characters; only the length matters',
  });

/** A password to be checked. */
const PasswordField = (): PropertyDecorator => TextField({ required: true, min: 1, max: limits.passwordMaxCharacters });

const SecretField = (): PropertyDecorator =>
  TextField({ required: true, min: 1, max: 100, description: 'The secret from the email' });

/** Body of `POST /auth/sign-up`. */
export class SignUpBody {
  @EmailField({ required: true }) email!: string;
}

/** Body of `POST /auth/sign-up/complete`. */
export class CompleteSignUpBody {
  @SecretField() token!: string;
  @NewPasswordField() password!: string;
  @NameField({ max: limits.memberNameCharacters }) firstName?: string | null;
  @NameField({ max: limits.memberNameCharacters }) lastName?: string | null;
}

/** Body of `POST /auth/sign-in`. */
export class SignInBody {
  @EmailField({ required: true }) email!: string;
  @PasswordField() password!: string;
}

/** Body of `POST /auth/link`. */
export class FollowLinkBody {
  @SecretField() token!: string;
}

/** Body of `POST /auth/invitations/accept`. */
export class AcceptInvitationBody {
  @SecretField() token!: string;
  /** The password of the account of the invited address; if there is none, the new account gets it. */
  @NewPasswordField() password!: string;
  @NameField({ max: limits.memberNameCharacters }) firstName?: string | null;
  @NameField({ max: limits.memberNameCharacters }) lastName?: string | null;
}

/** Body of `POST /auth/password`. */
export class ChangePasswordBody {
  @PasswordField() currentPassword!: string;
  @NewPasswordField() newPassword!: string;
}

/** Body of `POST /auth/password/forgot`. */
export class ForgotPasswordBody {
  @EmailField({ required: true }) email!: string;
}

/** Body of `POST /auth/password/reset`. */
export class ResetPasswordBody {
  @SecretField() token!: string;
  @NewPasswordField() password!: string;
}
