export { type ImageSide, imageSides, imageTypes, type KycImage } from './domain/image.js';
export { imageLimits } from './domain/image-limits.js';
export { findImages, imageTable, isShownByOthers, removeImagesOf, replaceImage } from './persistence/image-store.js';
