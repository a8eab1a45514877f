/** @jsxImportSource preact */
import { render } from 'preact';

import { DocumentsPage } from './documents/documents-page.js';
import { KycPage } from './kyc-page.js';
import '@tamis/design-tokens/tokens.css';
import './page.css';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
const base = location.pathname.replace(/\/+$/u, '');
render(base.startsWith('/kyc/documents/') ? <DocumentsPage base={base} /> : <KycPage base={base} />, root);
