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

/**
 * Shows the camera picture: the rear camera for documents, the front camera for faces. The camera is switched off when this is unmounted.
 */
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
      // Browsers offer no camera at all on pages served without encryption.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (!devices) throw new Error('no camera');
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
    // The camera is started only once; later callbacks of the parent do the same, so they are not dependencies.
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
