import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type BegunRequest, EnrichmentRequests, isPartyRow } from '../../../enrichment/executions/index.js';
import {
  CreateEntity,
  type DeclaredRelationship,
  type EntityRow,
  findEntitiesById,
  findPeopleByMaskedCpf,
  holdEntities,
  type NewEntity,
  resolveParties,
  taxIdKey,
  toRefusalError,
} from '../../../parties/entities/index.js';
import { type NewRelationship, putRelationships } from '../../../parties/relationships/index.js';
import { materializeLimits } from '../domain/materialize-limits.js';
import { type MaterializeNode, type MaterializeRun, restingState } from '../domain/materialize-run.js';
import { identityOf, isTellingName, type Partner, publishedDigits } from '../domain/partner.js';
import { lockNode, moveNode } from '../persistence/node-store.js';
import { insertIdentity, lockIdentity, type PartnerIdentity } from '../persistence/partner-identities.js';
import { ChildPipeline } from './child-pipeline.js';

/** A partner of a run, and the principal that requested the run. */
export interface PartnerToStore {
  readonly run: MaterializeRun;
  readonly principal: Principal;
  readonly node: MaterializeNode;
}

/** The stored entity that a partner is known to be. */
interface KnownAs {
  readonly row: EntityRow | null;
  /** Stored entities that may be the same, although this cannot be decided. */
  readonly possibleSameAs: readonly string[];
  /** The identity of a partner without a full tax id. */
  readonly identity: string | null;
}

type Launch = () => BegunRequest;

/**
 * Creates an entity for a partner, or finds the existing one, and relates it, in one transaction, so that a process that ends leaves all of
 * it or nothing. An error for one partner does not affect the others.
 */
@Injectable()
export class StorePartner {
  constructor(
    private readonly database: TenantDatabase,
    private readonly creating: CreateEntity,
    private readonly requests: EnrichmentRequests,
    private readonly pipeline: ChildPipeline,
  ) {}

  /** Returns the started request about the partner; `null` if there is none, or if another process has stored the partner. */
  async store(asked: PartnerToStore): Promise<Launch | null> {
    const { run, principal, node } = asked;
    const { organizationId } = principal;
    const { type, countryCode, taxId } = node.partner!;
    const child = { type, countryCode, hasTaxId: taxId !== null };
    try {
      const codes = await this.pipeline.codesFor(organizationId, run.options, child, node.level);
      return await this.database.transaction(organizationId, (client) => this.storeIn(client, asked, codes));
    } catch (error) {
      // The started work is rolled back, and the reason is stored.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      await this.database.transaction(organizationId, (client) => refuse(client, organizationId, node, error));
      return null;
    }
  }

  private async storeIn(client: Transaction, asked: PartnerToStore, codes: readonly string[]): Promise<Launch | null> {
    const { run, principal, node: found } = asked;
    const { organizationId } = principal;
    const { id, sourceEntityId } = found;
    const held = await holdEntities(client, organizationId, [sourceEntityId]);
    const node = await lockNode(client, organizationId, id, 'waiting');
    if (!node) return null;
    if (!held.has(sourceEntityId)) {
      // The source was deleted meanwhile, so the node is no longer a partner of any entity.
      moveNode(client, organizationId, id, { state: 'failed' });
      return null;
    }
    const known = await whoIs(client, organizationId, node);
    if (known.row) return this.relate(client, { ...asked, node }, known.row, { known, codes });
    if (run.options.depth === 0) {
      moveNode(client, organizationId, id, { state: 'done' });
      return null;
    }
    const created = await this.create(client, { ...asked, node }, known, codes);
    if (created.ok) return created.value;
    if (created.error !== 'DUPLICATE_TAX_ID') throw toRefusalError(created.error);
    // Another process has stored it since the search.
    const row = (await whoIs(client, organizationId, node)).row;
    if (!row) throw toRefusalError(created.error);
    return this.relate(client, { ...asked, node }, row, { known, codes });
  }

  private async create(
    client: Transaction,
    { run, principal, node }: PartnerToStore,
    known: KnownAs,
    codes: readonly string[],
  ): Promise<Result<Launch | null, Parameters<typeof toRefusalError>[0]>> {
    const { organizationId } = principal;
    const partner = node.partner!;
    let launch: Launch | null = null;
    const complete = async (row: EntityRow): Promise<void> => {
      rememberIdentity(client, organizationId, node, row.id, known.identity);
      const begun = await this.ask(client, principal, row, { codes, trigger: 'created' });
      launch = begun?.launch ?? null;
      moveNode(client, organizationId, node.id, {
        ...{ state: begun ? 'enriching' : restingState(run.options, node.level), entityId: row.id, isCreated: true },
        ...{ relationshipsCreated: partner.links.length, ...(begun && { requestId: begun.requestId }) },
      });
    };
    const entity = toNewEntity(partner, { run, sourceEntityId: node.sourceEntityId, known });
    const now = new Date();
    // If there is an enrichment request, the rules of the entity wait until the request has ended.
    const created =
      codes.length > 0
        ? await this.creating.createWith(client, principal, entity, now, complete)
        : await this.creating.createInTransaction(client, principal, entity, now);
    if (!created.ok) return failure(created.error);
    if (codes.length === 0) await complete(created.value.row);
    return ok(launch);
  }

  /** Relates an entity that is already stored. */
  private async relate(
    client: Transaction,
    { run, principal, node }: PartnerToStore,
    row: EntityRow,
    { known, codes }: { readonly known: KnownAs; readonly codes: readonly string[] },
  ): Promise<Launch | null> {
    const { organizationId } = principal;
    const partner = node.partner!;
    if (row.type !== partner.type)
      throw new ApiError(
        'DUPLICATE_TAX_ID',
        `The tax id belongs to a ${row.type}, but the partner is a ${partner.type}`,
      );
    const isItself = row.id === node.sourceEntityId;
    if (isItself || !(await holdEntities(client, organizationId, [row.id])).has(row.id)) {
      // A company that owns itself gets no relationship; an entity that was deleted since it was found is searched for again.
      moveNode(client, organizationId, node.id, { state: isItself ? 'done' : 'waiting' });
      return null;
    }
    rememberIdentity(client, organizationId, node, row.id, known.identity);
    const begun = run.options.refresh ? await this.ask(client, principal, row, { codes, trigger: 'enriched' }) : null;
    const edges = edgesOf(partner, node.sourceEntityId, known).map((edge) => toRelationship(edge, row.id));
    const { created, entries } = await putRelationships(client, organizationId, edges, new Date());
    moveNode(client, organizationId, node.id, {
      ...{
        state: begun ? 'enriching' : restingState(run.options, node.level),
        entityId: row.id,
        relationshipsCreated: created.length,
      },
      ...(begun && { requestId: begun.requestId }),
    });
    if (entries.length > 0) await recordAudit(client, byPrincipal(principal), entries);
    return begun?.launch ?? null;
  }

  private async ask(
    client: Transaction,
    principal: Principal,
    row: EntityRow,
    { codes, trigger }: { readonly codes: readonly string[]; readonly trigger: 'created' | 'enriched' },
  ): Promise<{ readonly requestId: string; readonly launch: Launch } | null> {
    if (codes.length === 0 || !isPartyRow(row)) return null;
    const request = { principal, codes, parameters: {}, trigger, withoutMoney: 'fail' as const };
    return this.requests.beginWithin(client, request, row, false);
  }
}

async function refuse(
  client: Transaction,
  organizationId: string,
  { id, partner }: MaterializeNode,
  { code, message }: ApiError,
): Promise<void> {
  if (!(await lockNode(client, organizationId, id, 'waiting'))) return;
  const { taxId, type } = partner!;
  moveNode(client, organizationId, id, { state: 'failed', failure: { taxId, type, code, error: message } });
}

/** Identifies a partner by its full tax id; otherwise by its published data, if the match is unambiguous. */
async function whoIs(client: Transaction, organizationId: string, node: MaterializeNode): Promise<KnownAs> {
  const partner = node.partner!;
  const normalizedTaxId = taxIdKey(partner.taxId);
  if (normalizedTaxId !== null) {
    const reference = { entityId: null, externalId: null, normalizedTaxId };
    const [row = null] = await resolveParties(client, organizationId, [reference]);
    return { row, possibleSameAs: [], identity: null };
  }
  const identity = identityOf(organizationId, partner);
  const known = await lockIdentity(client, organizationId, identity);
  const digits = publishedDigits(partner.maskedTaxId);
  const full =
    digits === null || partner.name === null
      ? []
      : await findPeopleByMaskedCpf(client, organizationId, digits, partner.name);
  const id = sameAs(partner, node.sourceEntityId, { known, full });
  const row = id === null ? null : ((await findEntitiesById(client, organizationId, [id])).get(id) ?? null);
  const others = [...new Set([...full, ...known.map(({ entityId }) => entityId)])];
  const possibleSameAs = row || partner.maskedTaxId === null ? [] : others.slice(0, materializeLimits.sameAs);
  return { row, possibleSameAs, identity };
}

/** Returns the only stored entity that a partner without a full tax id can be; `null` if the partner cannot be identified. */
function sameAs(
  { maskedTaxId, name, since, ageBand }: Partner,
  sourceEntityId: string,
  { known, full }: { readonly known: readonly PartnerIdentity[]; readonly full: readonly string[] },
): string | null {
  const ofSource = known.find((each) => each.sourceEntityId === sourceEntityId && each.since === (since ?? ''));
  if (ofSource) return ofSource.entityId;
  if (maskedTaxId === null) return null;
  if (full.length === 1) return full[0]!;
  if (full.length > 1 || ageBand === null || !isTellingName(name)) return null;
  const alike = new Set(known.filter((each) => each.ageBand === ageBand).map(({ entityId }) => entityId));
  const [only] = alike;
  return alike.size === 1 ? only! : null;
}

function rememberIdentity(
  client: Transaction,
  organizationId: string,
  { partner, sourceEntityId }: MaterializeNode,
  entityId: string,
  identity: string | null,
): void {
  if (identity === null) return;
  const { since, ageBand } = partner!;
  insertIdentity(client, organizationId, identity, { entityId, sourceEntityId, since: since ?? '', ageBand });
}

type Edge = DeclaredRelationship & { readonly sourceEntityId: string };

const edgesOf = ({ links }: Partner, sourceEntityId: string, { possibleSameAs }: KnownAs): readonly Edge[] =>
  links.map(({ details, ...link }) => ({
    ...link,
    sourceEntityId,
    counterpart: { entityId: sourceEntityId, externalId: null, normalizedTaxId: null },
    metadata: JSON.stringify({
      ...details,
      materializedOf: sourceEntityId,
      ...(possibleSameAs.length > 0 && { possibleSameAs }),
    }),
  }));

function toRelationship({ asSource, counterpart: _, sourceEntityId: of, ...rest }: Edge, id: string): NewRelationship {
  const [sourceEntityId, targetEntityId] = asSource ? [id, of] : [of, id];
  return { ...rest, sourceEntityId, targetEntityId };
}

function toNewEntity(
  partner: Partner,
  {
    run,
    sourceEntityId,
    known,
  }: { readonly run: MaterializeRun; readonly sourceEntityId: string; readonly known: KnownAs },
): NewEntity {
  const { name, type, taxId, countryCode } = partner;
  if (name === null) throw new ApiError('VALIDATION_ERROR', 'The source does not provide the name of the partner');
  const matrixId = run.options.childMatrices[type];
  return {
    ...{ type, name: name.slice(0, limits.entityNameCharacters), taxId, countryCode },
    riskMatrixIds: matrixId == null ? [] : [matrixId],
    relationships: edgesOf(partner, sourceEntityId, known),
  };
}
