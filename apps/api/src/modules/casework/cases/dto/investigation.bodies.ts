import {
  BooleanField,
  EnumField,
  IfVersionField,
  InstantField,
  NameField,
  TextArrayField,
  TextField,
  UuidArrayField,
  UuidField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { AssignBody, type Severity, severities, type WorkStatus, workStatuses } from '../../alerts/index.js';
import { type Outcome, outcomes } from '../domain/stored-case.js';

const reason = { max: limits.reasonCharacters };
const named = { min: 1, max: limits.alertsPerCase };

/** `POST /intelligence/investigations`. */
export class CreateInvestigationBody {
  @NameField({ required: true, max: limits.alertNameCharacters }) name!: string;
  @UuidField({ description: 'Default: the entity of its alerts, where all are about one' }) entityId?: string | null;
  @UuidArrayField({ max: limits.alertsPerCase }) alertIds?: string[] | null;
  @EnumField(severities, 'Severity', {
    description: 'Default: the priority of its most severe alert, or `MEDIUM` without alerts',
  })
  priority?: Severity | null;
  @TextField({ max: limits.alertDescriptionCharacters }) description?: string | null;
  @UuidField({ description: 'a user' }) assignedTo?: string | null;
  @InstantField() dueDate?: string | null;
}

const tagText = { pattern: /\S/, patternMessage: 'each of $property must not be empty' } as const;

/** `PATCH /intelligence/investigations/{id}`. */
@ChangeBody()
export class ChangeInvestigationBody {
  @NameField({ max: limits.alertNameCharacters }) name?: string | null;
  @TextField({ max: limits.alertDescriptionCharacters, nullable: true }) description?: string | null;
  @EnumField(severities, 'Severity') priority?: Severity | null;
  @InstantField({ nullable: true }) dueDate?: string | null;
  @TextArrayField({ ...tagText, max: limits.caseTags, maxText: limits.caseTagCharacters, unique: true }) tags?:
    | string[]
    | null;
  @IfVersionField() ifVersion?: number | null;
}

/** `PATCH /intelligence/investigations/{id}/status`. */
export class MoveInvestigationBody {
  @EnumField(workStatuses, 'WorkStatus', { required: true }) status!: WorkStatus;
  @TextField({ ...reason, description: 'Required for `CLOSED`' }) closureReason?: string | null;
  @EnumField(outcomes, 'InvestigationOutcome', { description: 'Only with `CLOSED`' }) outcome?: Outcome | null;
  @TextField({ ...reason, description: 'Required to reopen' }) reason?: string | null;
  @BooleanField({ description: 'Only with `CLOSED`: leaves its open alerts unresolved' }) keepAlertsOpen?:
    | boolean
    | null;
  @IfVersionField() ifVersion?: number | null;
}

/** `PUT /intelligence/investigations/{id}/assign`. */
export class AssignInvestigationBody extends AssignBody {
  @IfVersionField() ifVersion?: number | null;
}

/** `POST /intelligence/investigations/{id}/alerts`. */
export class LinkAlertsBody {
  @UuidArrayField({ ...named, required: true }) alertIds!: string[];
}

/** `POST /intelligence/alerts/consolidate`. */
export class ConsolidateAlertsBody extends LinkAlertsBody {
  @UuidField({ description: 'Either this or name' }) investigationId?: string | null;
  @NameField({ max: limits.alertNameCharacters, description: 'of the new investigation' }) name?: string | null;
}
