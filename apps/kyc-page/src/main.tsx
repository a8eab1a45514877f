/** @jsxImportSource preact */
import { render } from 'preact';

import { KycPage } from './kyc-page.js';
import '@tamis/design-tokens/tokens.css';
import './page.css';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for its content');
render(<KycPage base={location.pathname.replace(/\/+$/u, '')} />, root);
