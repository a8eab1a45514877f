import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './data/session.js';
import { applyTheme, onSystemTheme, readSettings } from './data/browser-storage.js';
import { firstReader, ReaderProvider } from './i18n/reader.js';
import { newRouter } from './routes.js';
import './fonts.css';
import '@tamis/design-tokens/tokens.css';
import './elements.css';

applyTheme(readSettings().theme);
onSystemTheme(() => applyTheme(readSettings().theme));

const queries = newQueryClient();
const router = newRouter();
const first = await firstReader(readSettings().language);
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element for the console');
createRoot(root).render(
  <StrictMode>
    <ReaderProvider first={first}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ReaderProvider>
  </StrictMode>,
);
