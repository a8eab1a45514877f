export { catalogueDocument, type CatalogueDocument, type CatalogueItem } from './catalogue-document.js';
