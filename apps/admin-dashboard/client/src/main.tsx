import '@mantine/core/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Boundary } from './parts/boundary.js';
import { makeQueryClient } from './query-client.js';
import { sessionQuestion } from './questions.js';
import { Routing } from './routing.js';
import { THEME, VARIABLES } from './theme.js';

// The server allows styles that carry its nonce, and no others; a library below the dialogs looks for it here.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

const client = makeQueryClient();
// Every page needs it, and it is on its way while the page is still loaded.
void client.prefetchQuery(sessionQuestion);

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={VARIABLES}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Boundary>
            <Routing />
          </Boundary>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
