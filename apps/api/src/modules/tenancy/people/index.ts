export { PeopleModule } from './people.module.js';
export { makeSignInLink } from './use-cases/make-sign-in-link.js';
