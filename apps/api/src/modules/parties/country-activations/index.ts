export { CountryActivationsModule } from './country-activations.module.js';
