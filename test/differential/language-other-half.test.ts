import { compareLanguage } from './compare-language.js';

describe('the whole language on other random rules and data', () => compareLanguage(1));
