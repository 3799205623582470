import {
  IconChartBar,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMap2,
  IconRefresh,
  IconUser,
} from '@tabler/icons-react';
import { lazy } from 'react';

/** The pages in the order of the navigation. Each is loaded when it is first shown, and receives its title. */
export const PAGES = [
  {
    path: '/',
    title: 'Overview',
    Icon: IconLayoutDashboard,
    Content: lazy(() => import('./overview/overview-page.js')),
  },
  { path: '/keys', title: 'API keys', Icon: IconKey, Content: lazy(() => import('./keys/keys-page.js')) },
  {
    path: '/usage',
    title: 'Usage',
    Icon: IconChartBar,
    Content: lazy(() => import('./usage/usage-page.js')),
  },
  {
    path: '/directory',
    title: 'Directory',
    Icon: IconMap2,
    Content: lazy(() => import('./directory/directory-page.js')),
  },
  { path: '/runs', title: 'Runs', Icon: IconRefresh, Content: lazy(() => import('./runs/runs-page.js')) },
  { path: '/audit', title: 'Audit', Icon: IconHistory, Content: lazy(() => import('./audit/audit-page.js')) },
  {
    path: '/account',
    title: 'Your account',
    Icon: IconUser,
    Content: lazy(() => import('./account/account-page.js')),
  },
];

export interface PageContentProps {
  readonly title: string;
}
