import type { Finding } from '@tamis/rule-editor';
import { useText } from '../../../i18n/reader.js';
import { Badge, Button } from '../../../ui/index.js';
import classes from '../editor.module.css';

interface FindingsPanelProps {
  readonly findings: readonly Finding[];
  readonly onOpen: (offset: number) => void;
  readonly onMend: (offset: number) => void;
}

const signs = { error: '✗', warning: '!', info: 'i' } as const;
const tones = { error: 'error', warning: 'warning', info: 'plain' } as const;

export function FindingsPanel({ findings, onOpen, onMend }: FindingsPanelProps) {
  const text = useText().editor;
  const told = findings.length === 0 ? text.noProblems : text.problemCount(findings.length);
  return (
    <section className={classes['panel']} aria-label={text.problems}>
      <h2>{told}</h2>
      <p role="status" className="hidden">
        {told}
      </p>
      <ul className={classes['findings']}>
        {findings.map((finding) => (
          <li key={`${finding.offset} ${finding.code} ${finding.message}`}>
            <div>
              <Button look="quiet" onClick={() => onOpen(finding.offset)}>
                <Badge sign={signs[finding.severity]} tone={tones[finding.severity]}>
                  {finding.code}
                </Badge>
                {text.line(finding.line)}
              </Button>
              <p lang="en">{finding.message}</p>
            </div>
            {finding.fixes.length > 0 && (
              <Button title={finding.fixes[0]} onClick={() => onMend(finding.offset)}>
                {text.mend}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
