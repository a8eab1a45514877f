import type { ExpensiveTerm, ListBinding, RuleJson } from '@tamis/lang';

import type { ResolvedName } from './resolved-names.js';
import type { RulePublication } from './rule-publication.js';
import type { StoredGuard } from './rule-guard.js';
import type { RuleStatus } from './rule-status.js';

export const ruleOrigins = ['user', 'agent', 'import_json', 'template', 'bundle', 'api'] as const;

export interface CreationProvenance {
  readonly origin: (typeof ruleOrigins)[number];
  readonly agentChatIds?: readonly string[];
}

/** One version of a rule's text, in both forms, with what the checker learned of it. */
export interface RuleText {
  readonly source: string;
  readonly form: RuleJson;
  /** Shared declarations the rule uses, as text with the values in force; empty when it uses none. */
  readonly shared: string;
  /** Lists the text names, by the reference used there, as they were resolved when it was saved. */
  readonly lists: Readonly<Record<string, ListBinding>>;
  /** Ids of the matrices the text names, by their keys. One that did not exist is not in it. */
  readonly matrices: Readonly<Record<string, string>>;
  /** Every declared name the rule uses. */
  readonly names: readonly ResolvedName[];
  /** SHA-256 of what can change an answer; texts for people are not part of it. */
  readonly contentHash: string;
  /** Errors of meaning: such a rule may be stored and not published. */
  readonly errors: number;
  /** Null while there are errors. */
  readonly cost: number | null;
  /** What of it costs most. Null: it was stored before that was kept. */
  readonly dearest: readonly ExpensiveTerm[] | null;
  /** JSON paths that can make the rule unknown. */
  readonly unknownable: readonly string[];
}

export interface Rule {
  readonly organizationId: string;
  readonly id: string;
  readonly externalId: string | null;
  readonly status: RuleStatus;
  readonly enabled: boolean;
  readonly version: number;
  readonly versionId: string;
  readonly previousVersionId: string | null;
  readonly activeVersion: number | null;
  readonly shadowVersion: number | null;
  readonly text: RuleText;
  readonly reason: string | null;
  readonly provenance: CreationProvenance;
  /** What it is held to while it decides. */
  readonly guard: StoredGuard | null;
  /** The last time a version of it was put in force. */
  readonly publication: RulePublication | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedBy: string | null;
  readonly updatedAt: Date;
}

/** Whether it decides, so that its guard holds it to something. */
export const isDeciding = ({ status, enabled }: Pick<Rule, 'status' | 'enabled'>): boolean =>
  status === 'active' && enabled;

/** Ids of the matrices a rule is in, in the order of its text. */
export const matrixIdsOf = ({ form, matrices }: Pick<RuleText, 'form' | 'matrices'>): readonly string[] =>
  (form.riskMatrixIds ?? []).flatMap((key) => (Object.hasOwn(matrices, key) ? [matrices[key]!] : []));
