import {
  createDiagnostic,
  limits,
  parseSuppressions,
  type CheckedMatrix,
  type CheckedRule,
  type DescribedFinding,
  type Diagnostic,
  type MatrixDeclaration,
  type RuleDeclaration,
} from '@tamis/lang';
import { firstVirtualLine, shiftLines } from '../documents/virtual-line.js';
import type { CheckedDeclaration, LocatedDeclaration, Project } from '../project/project.js';

/** A rule or matrix as it was when the set was analysed. */
interface CheckedMember {
  readonly located: LocatedDeclaration;
  readonly checked: CheckedDeclaration;
}

interface SetFinding {
  /** Positions refer to the text of its declaration. Related positions encode their own declaration. */
  readonly diagnostic: Diagnostic;
  readonly own: CheckedMember;
  /** The other rule that the finding refers to. */
  readonly other: CheckedMember | null;
}

type Declared = RuleDeclaration | MatrixDeclaration;

/** Number of declarations that are checked between two pauses. */
const checksPerPause = 20;

/** Files with more declarations are rejected as a whole, so analysing their rules is pointless. */
const maxDeclarationsPerFile = limits.rulesPerFile + limits.declarationsPerFile;

/**
 * Findings about rules in relation to each other. They are computed when there is time and kept until one of the rules involved changes.
 */
export class SetFindings {
  #found: ReadonlyMap<number, readonly SetFinding[]> = new Map();
  /** The members of the last analysis. The same members have the same findings. */
  #seen: readonly CheckedDeclaration[] = [];

  constructor(private readonly project: Project) {}

  /** Returns the findings about a declaration that are still valid. */
  findingsFor({ placed: { unit } }: LocatedDeclaration, checked: CheckedDeclaration): readonly Diagnostic[] {
    const found = this.#found.get(unit.id) ?? [];
    return found
      .filter(({ own, other }) => own.checked === checked && (other === null || this.#isCurrent(other)))
      .map(({ diagnostic }) => diagnostic);
  }

  /**
   * Analyses all rules of the open files. `pause` is awaited now and then. If the text has changed in the meantime, the analysis is
   * discarded. Returns `true` if the findings may have changed.
   */
  async analyse(pause: () => Promise<void>): Promise<boolean> {
    const { revision } = this.project;
    const members = await this.#members(pause);
    if (members === null) return false;
    const seen = [...members.values()].map(({ checked }) => checked);
    if (seen.length === this.#seen.length && seen.every((each, index) => each === this.#seen[index])) return false;
    const rules = seen.flatMap(({ rule }) => rule ?? []);
    const matrices = seen.flatMap(({ matrix }) => matrix ?? []);
    // Loaded on first use, because a page that only shows text does not need it.
    const { describeSet } = await import('./describe-set.js');
    await pause();
    if (revision !== this.project.revision) return false;
    this.#seen = seen;
    const before = this.#found;
    this.#found = this.#placed(describeSet(rules, matrices), members);
    return before.size > 0 || this.#found.size > 0;
  }

  /** Returns the rules and matrices without errors, or `null` if the text has changed in the meantime. */
  async #members(pause: () => Promise<void>): Promise<ReadonlyMap<Declared, CheckedMember> | null> {
    const { project } = this;
    const { revision } = project;
    const members = new Map<Declared, CheckedMember>();
    let rest = checksPerPause;
    for (const located of project.located.values()) {
      if (located.document.declarations.length > maxDeclarationsPerFile || located.placed.unit.kind === null) continue;
      const { checked: before } = project.workCounters;
      const checked = project.check(located);
      const own: CheckedRule | CheckedMatrix | null = checked.rule ?? checked.matrix;
      if (own) members.set(own.declaration, { located, checked });
      rest -= project.workCounters.checked - before;
      if (rest > 0) continue;
      rest = checksPerPause;
      await pause();
      if (project.revision !== revision) return null;
    }
    return members;
  }

  #placed(
    found: readonly DescribedFinding[],
    members: ReadonlyMap<Declared, CheckedMember>,
  ): ReadonlyMap<number, readonly SetFinding[]> {
    const byUnit = new Map<number, SetFinding[]>();
    for (const { code, at, owner, about, parts } of found) {
      const own = members.get(owner);
      const other = (about && members.get(about)) ?? null;
      if (!own || !at.range) continue;
      const { related, ...rest } = parts;
      const base = other === null ? 0 : firstVirtualLine(other.located.placed.unit.id);
      const places = related?.map(({ range, message }) => ({ range: shiftLines(range, base), message }));
      const diagnostic = createDiagnostic(code, { ...rest, range: at.range, ...(places ? { related: places } : {}) });
      const { unit } = own.located.placed;
      if (parseSuppressions(unit.text).covers(diagnostic)) continue;
      const finding = { diagnostic, own, other };
      const known = byUnit.get(unit.id);
      if (known) known.push(finding);
      else byUnit.set(unit.id, [finding]);
    }
    return byUnit;
  }

  #isCurrent({ located, checked }: CheckedMember): boolean {
    const current = this.project.located.get(located.placed.unit.id);
    return current !== undefined && this.project.check(current) === checked;
  }
}
