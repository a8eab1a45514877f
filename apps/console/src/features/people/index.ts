export { SignInForm } from './parts/sign-in-form.js';
