import { hasStatus } from '../../../data/errors.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { Button, FailureNotice, Notice } from '../../../ui/index.js';
import { SecretDialog } from '../../admin/index.js';
import type { Automation, useAutomationActs } from '../queries.js';

interface OutcomeProps {
  readonly changing: ReturnType<typeof useAutomationActs>['changing'];
  readonly newest: Automation;
  /** Version that the user saw. */
  readonly version: number;
  readonly onReadAgain: (newest: Automation) => void;
}

/** Shows the result of saving: an error, a newer version, warnings, or the address of a hook. */
export function SaveOutcome({ changing: { error, data, reset }, newest, version, onReadAgain }: OutcomeProps) {
  const text = useAdminText().automations;
  const { errors } = useText();
  const isConflict = hasStatus(error, 409) && newest.version > version;
  return (
    <>
      {error && !isConflict && <FailureNotice error={error} />}
      {isConflict && (
        <Notice kind="warning">
          <p>{text.conflict}</p>
          <Button
            onClick={() => {
              onReadAgain(newest);
              reset();
            }}
          >
            {errors.readAgain}
          </Button>
        </Notice>
      )}
      {data && data.warnings.length > 0 && (
        <Notice kind="warning">
          <strong>{text.warnings}</strong>
          {data.warnings.map((warning) => (
            <p key={warning} lang="en">
              {warning}
            </p>
          ))}
        </Notice>
      )}
      {data?.hookToken !== undefined && (
        <SecretDialog
          title={text.hookTitle}
          tells={text.hookTells}
          label={text.hookTitle}
          secret={`${location.origin}/automations/hooks/${data.hookToken}`}
          onClose={reset}
        />
      )}
    </>
  );
}
