export { type ImageSide, imageSides, type KycImage } from './domain/image.js';
export { imageLimits } from './domain/image-limits.js';
export { findImages, isShownByOthers, removeImagesOf, replaceImage } from './persistence/image-store.js';
export { CheckBlobs } from './use-cases/check-blobs.js';
export { RemoveImages } from './use-cases/remove-images.js';
