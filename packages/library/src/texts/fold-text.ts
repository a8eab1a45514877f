export { foldText } from '@tamis/stdx';
