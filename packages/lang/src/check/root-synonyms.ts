/** Common words for a root, for users who do not know its name. Refers to the first root that a rule has. */
const synonymsByRoot: Readonly<Record<string, readonly string[]>> = {
  sender: ['origin'],
  payer: ['origin'],
  originator: ['origin'],
  debtor: ['origin'],
  source: ['origin'],
  receiver: ['destination'],
  recipient: ['destination'],
  beneficiary: ['destination'],
  payee: ['destination'],
  creditor: ['destination'],
  target: ['destination'],
  counterparty: ['destination', 'related'],
  customer: ['origin', 'entity'],
  client: ['origin', 'entity'],
  user: ['origin', 'entity'],
  applicant: ['entity'],
  subject: ['entity'],
  card: ['instrument'],
  payment: ['transaction'],
  transfer: ['transaction'],
  tx: ['transaction'],
  txn: ['transaction'],
  login: ['event'],
  today: ['now'],
};

/** Returns the root meant by a synonym; `undefined` if the word is not one. */
export function rootForSynonym(word: string, known: ReadonlySet<string>): string | undefined {
  const synonym = word.toLowerCase();
  return Object.hasOwn(synonymsByRoot, synonym) ? synonymsByRoot[synonym]!.find((root) => known.has(root)) : undefined;
}
