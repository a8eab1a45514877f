export { PeopleModule } from './people.module.js';
export { makeSignInLink, type SignInLinkRequest } from './use-cases/make-sign-in-link.js';
