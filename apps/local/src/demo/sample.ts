import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRules } from '@tamis/lang';
import { parse } from 'csv-parse/sync';

const sampleFile = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../rules-fixtures/samples/${name}`, import.meta.url)), 'utf8');

/** A row of `payments.csv`. All values are text, as in the file. */
export interface SampleTransaction {
  readonly external_id: string;
  readonly customer_id: string;
  readonly transacted_at: string;
  readonly category: string;
  readonly merchant: string;
  readonly amount: string;
  readonly currency: string;
  readonly merch_lat: string;
  readonly merch_long: string;
  readonly is_fraud: '0' | '1';
}

/** A row of `customers.csv`. */
export interface SampleCustomer {
  readonly customer_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly lat: string;
  readonly long: string;
  readonly job: string;
  readonly profile: string;
}

const readCsv = <Row>(name: string): Row[] => parse(sampleFile(name), { columns: true, skip_empty_lines: true });

export const sampleTransactions = (): SampleTransaction[] => readCsv<SampleTransaction>('payments.csv');
export const sampleCustomers = (): SampleCustomer[] => readCsv<SampleCustomer>('customers.csv');

/** Time in milliseconds from which payments were not used while writing the rules. */
export const sampleSplit = (): number =>
  Date.parse((JSON.parse(sampleFile('expected.json')) as { splitAt: string }).splitAt);

/** The sample rule set in the form that the API accepts: one source per rule, preceded by the declarations of the file. */
export interface SampleRules {
  /** Names of the data lists that the rules add to. */
  readonly lists: readonly string[];
  readonly rules: readonly { readonly key: string; readonly source: string; readonly shadow: boolean }[];
}

export function sampleRules(): SampleRules {
  const source = sampleFile('card-payments.rules');
  const { file, diagnostics } = readRules(source);
  if (diagnostics.length > 0) throw new Error(`the sample rules do not parse: ${diagnostics[0]?.message ?? ''}`);
  const lines = source.split('\n');
  const rules = file.rules.map((rule) => {
    const range = rule.range;
    if (!range) throw new Error(`rule ${rule.key.text} has no place in the text`);
    const text = lines.slice(range.start.line, range.end.line + 1).join('\n');
    const declarations = file.lists
      .filter((list) => new RegExp(`\\b${list.name.text}\\b`).test(text))
      .map((list) => `list ${list.name.text} = ${JSON.stringify(list.reference.value)}\n\n`);
    return { key: rule.key.text, source: `${declarations.join('')}${text}\n`, shadow: rule.mode?.text === 'shadow' };
  });
  return { lists: file.lists.map((list) => list.reference.value), rules };
}
