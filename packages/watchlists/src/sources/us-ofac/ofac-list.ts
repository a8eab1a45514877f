import type { EntryDraft } from '../../entry/entry-draft.js';

/** The two lists of OFAC: blocked parties, and parties restricted in other ways. */
export interface OfacList {
  readonly prefix: 'sdn' | 'cons';
  readonly source: string;
  readonly topic: string;
}

export const sdnList: OfacList = { prefix: 'sdn', source: 'OFAC SDN List', topic: 'sanction' };
export const nonSdnList: OfacList = {
  prefix: 'cons',
  source: 'OFAC Consolidated Non-SDN List',
  topic: 'sanction.non_sdn',
};

/** OFAC numbers the entries of both lists together, and an entry may be on both. */
export const ofacId = (list: OfacList, number: string): string => `${list.prefix}-${number}`;

export function markList(draft: EntryDraft, list: OfacList, number: string): void {
  draft.source = list.source;
  draft.addTopic(list.topic);
  draft.addReferent(`ofac-${number}`);
}
