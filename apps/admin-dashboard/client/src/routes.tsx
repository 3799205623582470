import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { Loading } from './display/loaded.js';
import { PAGES } from './pages.js';

const SignInPage = lazy(() => import('./sign-in/sign-in-page.js'));
const Shell = lazy(() => import('./layout/shell.js'));
const RunPage = lazy(() => import('./runs/run-page.js'));
const MissingPage = lazy(() => import('./layout/missing-page.js'));

/** Maps every address of the client to its page. */
export function AppRoutes() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route element={<Shell />}>
          {PAGES.map(({ path, title, Content }) => (
            <Route key={path} path={path} element={<Content title={title} />} />
          ))}
          <Route path="/runs/:id" element={<RunPage />} />
          <Route path="*" element={<MissingPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
