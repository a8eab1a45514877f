import { Module } from '@nestjs/common';

import { AuthModule } from '../../../platform/auth/index.js';
import { MemberPasswordsController } from './http/member-passwords.controller.js';
import { SessionsController } from './http/sessions.controller.js';
import { SignInController } from './http/sign-in.controller.js';
import { AttemptStore } from './persistence/attempt-store.js';
import { AcceptInvitation } from './use-cases/accept-invitation.js';
import { BackgroundTasks } from './use-cases/background-tasks.js';
import { ChangePassword } from './use-cases/change-password.js';
import { FollowLink } from './use-cases/follow-link.js';
import { OwnSessions } from './use-cases/own-sessions.js';
import { Passwords } from './use-cases/passwords.js';
import { RemoveExpired } from './use-cases/remove-expired.js';
import { SendPersonEmail } from './use-cases/send-person-email.js';
import { SignIn } from './use-cases/sign-in.js';
import { SignUp } from './use-cases/sign-up.js';
import { ThrottleAttempts } from './use-cases/throttle-attempts.js';

/** People: their sign-up, sign-in, passwords and sessions. Their permissions in an organization belong to members. */
@Module({
  imports: [AuthModule],
  controllers: [SignInController, SessionsController, MemberPasswordsController],
  providers: [
    SignIn,
    SignUp,
    AcceptInvitation,
    BackgroundTasks,
    ChangePassword,
    FollowLink,
    OwnSessions,
    Passwords,
    RemoveExpired,
    SendPersonEmail,
    ThrottleAttempts,
    AttemptStore,
  ],
})
export class PeopleModule {}
