export type { Frame } from './framed-language.js';
export {
  createRuleEditor,
  type EditorTexts,
  type Finding,
  type RuleEditor,
  type RuleEditorOptions,
} from './create-rule-editor.js';
export { startLanguage } from './start-language.js';
export type { SharedName } from './word-keys.js';
