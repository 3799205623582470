import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { Loading } from './parts/answer.js';

const SignInPage = lazy(() => import('./sign-in/sign-in-page.js'));
const Shell = lazy(() => import('./shell/shell.js'));
const OverviewPage = lazy(() => import('./overview/overview-page.js'));
const KeysPage = lazy(() => import('./keys/keys-page.js'));
const UsagePage = lazy(() => import('./usage/usage-page.js'));
const DirectoryPage = lazy(() => import('./directory/directory-page.js'));
const RunsPage = lazy(() => import('./runs/runs-page.js'));
const RunPage = lazy(() => import('./runs/run-page.js'));
const AuditPage = lazy(() => import('./audit/audit-page.js'));
const AccountPage = lazy(() => import('./account/account-page.js'));
const MissingPage = lazy(() => import('./shell/missing-page.js'));

/** Every address of the client; each page is loaded when it is first shown. */
export function Routing() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route element={<Shell />}>
          <Route index element={<OverviewPage />} />
          <Route path="/keys" element={<KeysPage />} />
          <Route path="/usage" element={<UsagePage />} />
          <Route path="/directory" element={<DirectoryPage />} />
          <Route path="/runs" element={<RunsPage />} />
          <Route path="/runs/:id" element={<RunPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="*" element={<MissingPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
