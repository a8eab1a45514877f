import { kytRules } from './kyt-rules.js';
import { onboardingRules } from './onboarding-rules.js';
import { samplePayments, sampleTables } from './sample-payments.js';
import { schemaFields } from './schema-fields.js';
import { starterReadme } from './starter-readme.js';
import { thresholdsRules } from './thresholds-rules.js';

interface StarterFile {
  readonly name: string;
  readonly text: string;
  /** What it holds, where the name does not say it. */
  readonly note?: string;
}

const samples = 10_000;
const seed = 7;

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const config = {
  language: 1,
  rules: 'rules/**/*.rules',
  schema: 'schema/fields.json',
  tables: 'fixtures/tables.json',
  timezone: 'UTC',
  baseCurrency: 'USD',
};

/** What `tamis init` writes; always the same. */
export const starterFiles = (): readonly StarterFile[] => [
  { name: 'rules/kyt.rules', text: kytRules },
  { name: 'rules/onboarding.rules', text: onboardingRules },
  { name: 'rules/thresholds.rules', text: thresholdsRules },
  {
    name: 'fixtures/sample-30d.jsonl',
    text: samplePayments(samples, seed),
    note: `${samples.toLocaleString('en')} synthetic payments`,
  },
  { name: 'fixtures/tables.json', text: json(sampleTables) },
  { name: 'schema/fields.json', text: schemaFields() },
  { name: 'tamis.config.json', text: json(config) },
  { name: 'README.md', text: starterReadme },
];
