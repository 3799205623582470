import '@mantine/core/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { sessionQuery } from './api/queries.js';
import { queryClient } from './api/query-client.js';
import { ErrorBoundary } from './layout/error-boundary.js';
import { AppRoutes } from './routes.js';
import { THEME } from './theme.js';

// The server allows inline styles only with its nonce. The library below the dialogs reads it from this global.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

// Every page needs the session: request it while the page's script loads.
void queryClient.prefetchQuery(sessionQuery);

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <ErrorBoundary>
            <AppRoutes />
          </ErrorBoundary>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
