/** Number of pixels of a sent picture: enough to read every character of a card, and quick to send from a phone. */
const mostPixels = 1_900_000;
const quality = 0.88;

/** Returns a picture as JPEG, upright, no larger than needed and without the camera's metadata, or `null` if it cannot be read. */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  const picture = await drawn(bitmap, bitmap.width, bitmap.height);
  bitmap.close();
  return picture;
}

/** Returns the picture that a camera shows now. */
export const takePicture = (video: HTMLVideoElement): Promise<Blob | null> =>
  drawn(video, video.videoWidth, video.videoHeight);

function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  if (width === 0 || height === 0) return Promise.resolve(null);
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
}
