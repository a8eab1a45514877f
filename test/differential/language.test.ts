import { compareLanguage } from './compare-language.js';

describe('the whole language on random rules and data', () => compareLanguage(0));
