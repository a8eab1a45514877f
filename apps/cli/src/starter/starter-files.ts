import { kytRules } from './kyt-rules.js';
import { onboardingRules } from './onboarding-rules.js';
import { sampleTransactions, sampleTables } from './sample-transactions.js';
import { starterReadme } from './starter-readme.js';
import { typeName, type Target } from '@tamis/lang';
import { schema } from '@tamis/library';

/** The numbers that people tune, in a separate file. */
const thresholdsRules = `language 1

// Parameters that can be tuned without editing a rule. \`npx tamis sweep\` compares the values of their range.

param review_limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD
param pieces = 3 between 2 and 20 step 1
`;

const targets = ['transaction', 'person', 'company', 'userEvent'] as const satisfies readonly Target[];

/** Returns all fields that rules of each target can name: path, type in words, whether it can be missing, and its description. */
const schemaFields = (): string => {
  const fields = targets.map((target) => [
    target,
    schema.fields(target).map(({ path, type, nullable, description }) => ({
      path,
      type: typeName(type),
      ...(type.kind === 'enum' ? { values: type.values } : {}),
      canBeMissing: nullable,
      description,
    })),
  ]);
  return `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`;
};

interface StarterFile {
  readonly name: string;
  readonly text: string;
  /** The contents, if the name does not describe them. */
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

/** Returns the files that `tamis init` writes; they are always the same. */
export const starterFiles = (): readonly StarterFile[] => [
  { name: 'rules/kyt.rules', text: kytRules },
  { name: 'rules/onboarding.rules', text: onboardingRules },
  { name: 'rules/thresholds.rules', text: thresholdsRules },
  {
    name: 'fixtures/sample-30d.jsonl',
    text: sampleTransactions(samples, seed),
    note: `${samples.toLocaleString('en')} synthetic payments`,
  },
  { name: 'fixtures/tables.json', text: json(sampleTables) },
  { name: 'schema/fields.json', text: schemaFields() },
  { name: 'tamis.config.json', text: json(config) },
  { name: 'README.md', text: starterReadme },
];
