/** @jsxImportSource preact */
import { useEffect, useId, useMemo, useState } from 'preact/hooks';

import { useReader } from '../i18n/reader.js';
import { isBooklet, type SessionSteps, type Side } from '../model/flow.js';
import { shrinkPicture } from '../picture/shrink-picture.js';
import type { Session } from '../session/use-session.js';
import { Camera } from './camera.js';
import { Actions, Heading } from './step-frame.js';

interface PictureStepProps {
  readonly session: Session;
  readonly side: Side;
  readonly documentType: string;
  readonly back: (() => void) | undefined;
  readonly onDone: (steps: SessionSteps) => void;
}

/** Takes one picture, by camera or from a file, and shows it for review before it is sent. */
export function PictureStep({ session, side, documentType, back, onDone }: PictureStepProps) {
  const { text } = useReader();
  const [picture, setPicture] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLive, setLive] = useState(false);
  const take = (taken: Blob | null): void => {
    setLive(false);
    setPicture(taken);
    setProblem(taken === null ? text.picture.unreadable : null);
  };
  const failed = (): void => {
    setLive(false);
    setProblem(text.picture.noCamera);
  };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (picture === null || session.isBusy) return;
    const sent = await session.run(() => session.client.putImage(side, picture));
    if (sent) onDone(sent.steps);
  };
  const heading = side === 'front' && isBooklet(documentType) ? 'page' : side;
  return (
    <form onSubmit={(event) => void send(event)}>
      <div>
        <Heading text={text.picture.headings[heading]} />
        <p class="hint">{text.picture.hints[side]}</p>
      </div>
      {problem && (
        <div class="notice" role="alert">
          <p>{problem}</p>
        </div>
      )}
      {isLive && <Camera side={side} onTaken={take} onFailed={failed} />}
      {picture && !isLive && <Preview picture={picture} />}
      {picture && !isLive ? (
        <Actions next={text.picture.use} isBusy={session.isBusy} back={back}>
          <button type="button" onClick={() => setPicture(null)}>
            {text.picture.again}
          </button>
        </Actions>
      ) : (
        <Sources isLive={isLive} onLive={() => setLive(true)} onTaken={take} back={back} />
      )}
    </form>
  );
}

function Preview({ picture }: { readonly picture: Blob }) {
  const { text } = useReader();
  const address = useMemo(() => URL.createObjectURL(picture), [picture]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img class="picture" src={address} alt={text.picture.preview} />;
}

interface SourcesProps {
  readonly isLive: boolean;
  readonly onLive: () => void;
  readonly onTaken: (picture: Blob | null) => void;
  readonly back: (() => void) | undefined;
}

/** Offers the sources of a picture. */
function Sources({ isLive, onLive, onTaken, back }: SourcesProps) {
  const { text } = useReader();
  const id = useId();
  const read = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file) onTaken(await shrinkPicture(file));
    // Clears the input, so that the same file can be chosen again.
    input.value = '';
  };
  return (
    <div class="row">
      {!isLive && (
        <button type="button" class="main" onClick={onLive}>
          {text.picture.camera}
        </button>
      )}
      <label class="button" for={id}>
        {text.picture.file}
        <input
          id={id}
          class="hidden"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={(event) => void read(event.currentTarget)}
        />
      </label>
      {back && (
        <button type="button" onClick={back}>
          {text.back}
        </button>
      )}
    </div>
  );
}
