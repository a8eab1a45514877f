/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';

import { useReader } from '../i18n/reader.js';
import type { Side } from '../model/flow.js';
import { takePicture } from '../picture/shrink-picture.js';

interface CameraProps {
  readonly side: Side;
  readonly onTaken: (picture: Blob | null) => void;
  readonly onFailed: () => void;
}

/** What the camera sees: the one at the back for documents, the one in front for faces. It is off as soon as this goes. */
export function Camera({ side, onTaken, onFailed }: CameraProps) {
  const { text } = useReader();
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isGone = false;
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    const begin = async (): Promise<void> => {
      const facingMode = side === 'selfie' ? 'user' : 'environment';
      // Where pages come without encryption, browsers offer no camera at all.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (!devices) throw new Error('no camera here');
      const wanted = { facingMode, width: { ideal: 1920 }, height: { ideal: 1080 } };
      stream = await devices.getUserMedia({ audio: false, video: wanted });
      if (isGone || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setReady(true);
    };
    begin().catch(() => {
      if (!isGone) onFailed();
    });
    return () => {
      isGone = true;
      stop();
    };
    // The camera is begun once; later functions of the parent do the same.
  }, [side]);
  const take = async (): Promise<void> => {
    if (video.current) onTaken(await takePicture(video.current));
  };
  return (
    <>
      <video ref={video} playsInline muted aria-label={text.picture.live} />
      <div class="row">
        <button type="button" class="main" aria-disabled={!isReady} onClick={() => void (isReady && take())}>
          {isReady ? text.picture.take : text.loading}
        </button>
      </div>
    </>
  );
}
