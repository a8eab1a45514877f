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

/** One version of the text of a rule, in both forms, with the results of the checker. */
export interface RuleText {
  readonly source: string;
  readonly form: RuleJson;
  /** The shared declarations that the rule uses, as text with the active values; empty if it uses none. */
  readonly shared: string;
  /** The lists that the text names, by the reference used there, as they were resolved when it was saved. */
  readonly lists: Readonly<Record<string, ListBinding>>;
  /** The ids of the matrices that the text names, by their keys. A matrix that did not exist is missing. */
  readonly matrices: Readonly<Record<string, string>>;
  /** All declared names that the rule uses. */
  readonly names: readonly ResolvedName[];
  /** The SHA-256 hash of everything that can change a result; texts for people are not included. */
  readonly contentHash: string;
  /** The number of semantic errors: a rule with such errors can be stored but not published. */
  readonly errors: number;
  /** `null` while there are errors. */
  readonly cost: number | null;
  /** The most expensive terms of the rule. `null` if it was stored before these were recorded. */
  readonly dearest: readonly ExpensiveTerm[] | null;
  /** The JSON paths that can make the rule unknown. */
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
  /** The limits that apply to the rule while it decides. */
  readonly guard: StoredGuard | null;
  /** The latest publication of one of its versions. */
  readonly publication: RulePublication | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedBy: string | null;
  readonly updatedAt: Date;
}

/** Whether the rule decides, so that its guard applies. */
export const isDeciding = ({ status, enabled }: Pick<Rule, 'status' | 'enabled'>): boolean =>
  status === 'active' && enabled;

/** Returns the ids of the matrices that contain a rule, in the order of its text. */
export const matrixIdsOf = ({ form, matrices }: Pick<RuleText, 'form' | 'matrices'>): readonly string[] =>
  (form.riskMatrixIds ?? []).flatMap((key) => (Object.hasOwn(matrices, key) ? [matrices[key]!] : []));
