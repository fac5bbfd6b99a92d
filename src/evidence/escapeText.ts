export { escapeText, safeJson } from '../contract/escapeText.js'
