export { type NameMeasure, peerMeasures } from './peer-measures.js';
export { peerFigures, publicListNames, type PublicPair, publicPairs } from './public-names.js';
export { bestThreshold, pairFigures, type PairFigures, ratePairs, wrongPairs } from './rated-pairs.js';
export { type NamePair, treatedPairs, treatments } from './treatments.js';
