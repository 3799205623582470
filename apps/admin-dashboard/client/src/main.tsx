import '@mantine/core/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { lazyPage } from './api/connection.js';
import { queryClient, sessionQuery } from './api/queries.js';
import { Waiting } from './display/loading.js';
import { ErrorBoundary } from './layout/error-boundary.js';
import { PAGES } from './pages.js';
import { THEME } from './theme.js';

const SignInPage = lazyPage(() => import('./sign-in/sign-in-page.js'));
const Shell = lazyPage(() => import('./layout/shell.js'));
const RunPage = lazyPage(() => import('./runs/run-page.js'));
const ImportPage = lazyPage(() => import('./imports/import-page.js'));
const MendingPage = lazyPage(() => import('./mending/mending-page.js'));
const RecordPage = lazyPage(() => import('./records/record-page.js'));
const MissingPage = lazyPage(() => import('./layout/missing-page.js'));

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
            <Suspense fallback={<Waiting />}>
              <Routes>
                <Route path="/sign-in" element={<SignInPage />} />
                <Route element={<Shell />}>
                  {PAGES.map(({ path, title, Content }) => (
                    <Route key={path} path={path} element={<Content title={title} />} />
                  ))}
                  <Route path="/runs/:id" element={<RunPage />} />
                  <Route path="/imports/:id" element={<ImportPage />} />
                  <Route path="/imports/:id/rows" element={<MendingPage />} />
                  <Route path="/records/:record/:key" element={<RecordPage />} />
                  <Route path="*" element={<MissingPage />} />
                </Route>
              </Routes>
            </Suspense>
          </ErrorBoundary>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
