import { readFileSync } from 'node:fs';
import type { RuleSetContent, EvaluationParams, TransactionRecord } from '@tamis/engine';
import { printFile, readRules, ruleFile } from '@tamis/lang';

/** Parses CSV with a header line. Fields may be quoted, and a doubled quote is a quote. There are no line breaks within fields. */
function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = readLine(header);
  return lines.map((line) => {
    const fields = readLine(line);
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']));
  });
}

const field = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/y;

function readLine(line: string): string[] {
  const fields: string[] = [];
  field.lastIndex = 0;
  for (;;) {
    const match = field.exec(line);
    if (!match) throw new Error(`no CSV: ${line}`);
    const [, quoted, bare = '', end] = match;
    fields.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '') return fields;
  }
}

const directory = new URL('../../../rules-fixtures/samples/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, directory), 'utf8');

type Row = Readonly<Record<string, string>>;

export const watchedCustomers = 'b0000000-0000-4000-8000-000000000001';

function customer(row: Row): Record<string, unknown> {
  return {
    id: row['customer_id'],
    externalId: row['customer_id'],
    type: 'person',
    name: `${row['first_name']} ${row['last_name']}`,
    status: 'active',
    countryCode: 'US',
    entityData: {
      person: { firstName: row['first_name'], lastName: row['last_name'], dateOfBirth: row['date_of_birth'] },
    },
    attributes: { home: { lat: Number(row['lat']), lng: Number(row['long']) } },
  };
}

function toTransaction(row: Row, customers: ReadonlyMap<string, Record<string, unknown>>): TransactionRecord {
  const category = row['category'] ?? '';
  return {
    id: row['external_id'],
    externalId: row['external_id'],
    type: 'PAYMENT',
    status: 'CREATED',
    paymentMethod: 'CARD',
    channel: category.endsWith('_net') ? 'online' : 'pos',
    category,
    amount: row['amount'],
    currency: row['currency'],
    transactedAt: row['transacted_at'],
    originEntityId: row['customer_id'],
    originEntity: customers.get(row['customer_id'] ?? ''),
    locationDetails: { latitude: Number(row['merch_lat']), longitude: Number(row['merch_long']) },
    metadata: { merchant: row['merchant'] },
  };
}

/** One payment of the sample, ready to be evaluated. */
export interface SampleTransaction {
  readonly record: TransactionRecord;
  readonly run: EvaluationParams;
  readonly isFraud: boolean;
}

/** Returns the payments of `rules-fixtures/samples`, oldest first, each with its customer. */
export function sampleTransactions(): readonly SampleTransaction[] {
  const customers = new Map(readCsv(read('customers.csv')).map((row) => [row['customer_id'] ?? '', customer(row)]));
  return readCsv(read('payments.csv')).map((row) => {
    const record = toTransaction(row, customers);
    const now = Date.parse(row['transacted_at'] ?? '');
    const run: EvaluationParams = {
      evaluationId: `run-${row['external_id']}`,
      target: 'transaction',
      trigger: 'created',
      now,
    };
    return { record, run, isFraud: row['is_fraud'] === '1' };
  });
}

/** Returns the rules for them, each with the declarations of the file. */
export function sampleRules(): RuleSetContent {
  const { file } = readRules(read('card-payments.rules'));
  return {
    rules: file.rules.map((rule, index) => ({
      ruleId: `a0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      version: 1,
      status: 'active',
      source: printFile(ruleFile(null, [...file.lists, rule])),
      externalId: null,
      createdAt: new Date(index * 1000).toISOString(),
    })),
    lists: { watched_customers: { id: watchedCustomers, name: 'watched_customers', type: 'custom' } },
    baseCurrency: 'USD',
    timezone: 'UTC',
  };
}
