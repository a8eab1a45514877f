import { Injectable } from '@nestjs/common';
import { type ListBinding, readRules } from '@tamis/lang';

import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { atPath, errorAtPath, invalid, validateElement } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { readPairRates } from '../../decisions/currency-rates/index.js';
import {
  findLists,
  ListOverride,
  type ListOverrides,
  type ListType,
  readOverrideItems,
} from '../../decisions/data-lists/index.js';
import { requireRecordRead, type FactOverrides, type EvaluableRecord } from '../../decisions/evaluations/index.js';
import type { LoadedRuleSet } from '../../decisions/rule-sets/index.js';
import { inferRecordType, recordTypesOf } from './record-types.js';
import { RecordFactsBody } from './rule-runs.bodies.js';
import { RecordFinder } from './record-finder.js';

/** A submitted record with its text. */
export interface UnsavedRecordText {
  readonly record: object;
  readonly raw: string;
}

export interface ResolvedRecord {
  readonly record: EvaluableRecord;
  readonly overrides: FactOverrides;
}

type Binding = Pick<ListBinding, 'id' | 'type'>;

/** Reads a record on which rules are evaluated without storing it. */
@Injectable()
export class ResolveUnsavedRecord {
  constructor(
    private readonly database: TenantDatabase,
    private readonly records: RecordFinder,
  ) {}

  /** Throws 403 if the caller may not read the type of record, and the errors of creating it, with paths relative to `on.record`. */
  async resolve(principal: Principal, set: LoadedRuleSet, sent: UnsavedRecordText): Promise<ResolvedRecord> {
    const { organizationId } = principal;
    const recordType = inferRecordType(sent.record, recordTypesOf(set));
    requireRecordRead(principal, recordType);
    try {
      const facts = validateElement(RecordFactsBody, sent.record);
      const rates = readPairRates(facts.rates ?? []);
      const at = new Date();
      const lists = { at, given: await this.resolveLists(organizationId, set, facts.lists ?? {}, at) };
      const record = await this.records.sourceFor(recordType).read(organizationId, { ...sent, rates });
      return { record, overrides: { lists, rates } };
    } catch (error) {
      throw errorAtPath('on.record', error);
    }
  }

  private async resolveLists(
    organizationId: string,
    set: LoadedRuleSet,
    sent: Readonly<Record<string, unknown>>,
    at: Date,
  ): Promise<ListOverrides> {
    const names = Object.keys(sent);
    if (names.length > limits.givenLists) throw invalid({ lists: `must name at most ${limits.givenLists} lists` });
    const known = listsByName(set);
    const stored = await findLists(this.database.forOrganization(organizationId), organizationId, names);
    const given = new Map<string, ListOverride>();
    for (const name of names) {
      const list: Binding | undefined = known.get(name) ?? stored.get(name);
      const path = `lists.${name}`;
      if (!list) throw invalid({ [path]: 'is not a list: use the name that rules give it, its own name or its id' });
      if (given.has(list.id)) throw invalid({ [path]: 'is a list that is already given under another name' });
      const items = atPath(path, () => readOverrideItems(sent[name], at));
      given.set(list.id, new ListOverride(list.type as ListType, items));
    }
    return given;
  }
}

/** Returns the lists of the rules by alias, by their own names and by id. */
function listsByName({ content }: LoadedRuleSet): ReadonlyMap<string, Binding> {
  const bindings = Object.entries(content.lists);
  const known = new Map<string, Binding>(bindings.flatMap(([, list]) => [[list.id, list] as const]));
  for (const [reference, list] of bindings) known.set(list.name, list).set(reference, list);
  for (const { source } of content.rules)
    for (const { name, reference } of readRules(source).file.lists) {
      const list = content.lists[reference.value];
      if (list) known.set(name.text, list);
    }
  return known;
}
